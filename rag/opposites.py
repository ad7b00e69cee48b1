"""Words that point one way, and the words that point the other way on the same axis."""

from __future__ import annotations

# An axis each: words of one sign, a bar, words of the other; axes end with a full stop. The
# first three are those along which papers compare: amount, quality, speed.
_AXES = """
increase increases increased increasing rise rises rising rose raised grow grows growing grew
growth more higher high highest greater greatest larger large largest bigger gain gains gained
exceed exceeds exceeded exceeding raise raises boost boosts boosted boosting elevate elevated
uplift uplifts amplify amplifies amplified upward | decrease decreases decreased decreasing fall
falls falling fell drop drops dropped dropping decline declines declined shrink shrinks less
fewer fewest lower lowest lowers lowered lowering low smaller small smallest loss reduce reduces
reduced reducing reduction reductions diminish diminishes cut cuts cutting least downward .
improve improves improved improving improvement improvements better best superior superiority
outperform outperforms outperformed outperforming surpass surpasses surpassed surpassing beat
beats beating enhance enhances enhanced enhancing strengthen strengthens benefit benefits
beneficial strong stronger strongest win wins good ahead | degrade degrades degraded degrading
degradation worse worst worsen worsens worsening inferior underperform underperforms underperformed
underperforming hurt hurts harm harms harmful deteriorate deteriorates deterioration impair
impairs impaired weaken weakens weak weaker weakest detrimental lose loses bad poor behind .
faster fast fastest accelerate accelerates accelerated accelerating acceleration speedup
speedups quicker quick quickly speeds rapid rapidly | slower slow slowest slows slowed slowing
slowdown slowly .
maximize maximizes maximizing maximum maximal | minimize minimizes minimizing minimum minimal .
upper | lower .
positive positively | negative negatively .
possible able feasible | impossible unable infeasible .
easy easier easiest simple simpler simplest | hard harder hardest difficult complex complicated .
early earlier earliest before prior precede precedes | late later latest after follow follows .
short shorter shortest shorten shortens | long longer longest extend extends extended lengthen
lengthens prolong prolongs .
cheap cheaper cheapest inexpensive | expensive costly costlier .
stable stability | unstable instability .
efficient efficiently efficiency | inefficient inefficiently inefficiency .
effective effectively | ineffective ineffectively .
robust robustness | vulnerable fragile brittle .
mild milder | strict stricter harsh harsher .
significant significantly substantial substantially | insignificant insignificantly negligible
marginal .
sufficient sufficiently | insufficient insufficiently .
consistent consistently | inconsistent inconsistently .
optimal | suboptimal .
necessary required requires require | unnecessary .
mitigate mitigates alleviate alleviates | exacerbate exacerbates aggravate aggravates .
promote promotes enable enables encourage encourages facilitate facilitates induce induces
activate activates | inhibit inhibits prevent prevents suppress suppresses discourage
discourages block blocks hinder hinders .
support supports confirm confirms agree agrees | refute refutes contradict contradicts disagree
disagrees .
succeed succeeds success successful successfully | fail fails failed failure .
same similar identical | different dissimilar distinct .
include includes including presence present | exclude excludes excluding absence absent .
supervised | unsupervised .
online | offline .
convex | nonconvex .
sparse | dense .
global globally | local locally .
static | dynamic dynamically .
discrete | continuous .
deterministic | stochastic random .
homogeneous | heterogeneous .
symmetric | asymmetric .
linear linearly | nonlinear quadratic quadratically .
explicit explicitly | implicit implicitly .
loose loosely | strict strictly .
always | never .
rare rarely | common commonly frequent frequently often .
open | closed .
overtrained oversized | undertrained undersized .
above | below beneath .
known | unknown .
"""

COMPARED_AXES = frozenset({0, 1, 2})
QUALITY = 1

SIGNS: dict[str, list[tuple[int, int]]] = {}
for _axis, _line in enumerate(_AXES.split(".")[:-1]):
    for _sign, _side in zip((1, -1), _line.split("|"), strict=True):
        for _word in _side.split():
            SIGNS.setdefault(_word, []).append((_axis, _sign))
