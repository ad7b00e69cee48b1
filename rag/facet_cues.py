"""Words and turns of phrase by which a sentence of an abstract shows what it states.

They are those of research abstracts at large; what they are worth is measured by
`evaluation/facets.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping


def _cue(*ways: str) -> re.Pattern[str]:
    return re.compile("|".join(ways), re.I)


_WHO = r"\b(?:we|our|this (?:paper|work|article|study|thesis|report)|here|the authors?)\b"
# What the paper brings.
PROPOSES = _cue(
    rf"{_WHO}(?! asks?\b)[^.;]{{0,60}}?\b(?:(?<!our )(?<!the )propos|introduc|present|describ"
    r"|develop|design|devis|formulat|construct|buil[dt]|creat|deriv|formali[sz]|cast|represent"
    r"|rewrit|insert|train|replac|let|treat|us(?:e|es|ing) one|provide the first|trace|simplif"
    r"|assemble|leverag|revisit|correct|adopt|extend|combin|bridg|characteri[sz]|report on"
    r"|give an? (?:\w+ )?(?:method|algorithm))",
    r"\b(?:is|are) (?:presented|proposed|introduced|described|put forward|developed)\b",
    r"\b(?:method|approach|framework|model|algorithm|scheme|system|metric|idea)s?\b[^.;]{0,40}?"
    r"\b(?:called|termed|dubbed)\b",
)
# Said of the paper's own method, rather than of a step of it.
NAMES_IT = _cue(rf"{_WHO}[^.;]{{0,30}}?\b(?:propose|introduce|present|describe)s?\b")
STUDIES = _cue(
    rf"{_WHO}[^.;]{{0,40}}?\b(?:stud(?:y|ies)|investigat|analy[sz]|examin|explor|ask\b|asks\b"
    r"|compar|consider|revisit|address|focus|survey|review)"
)
OPENS_METHOD = _cue(
    r"^(?:to (?:address|tackle|solve|overcome|mitigate|rectify|remedy|fill|bridge|reduce|close"
    r"|correct|this end)"
    r"|in this (?:paper|work|study|article)|instead|specifically|technically|first,|concretely)\b"
)
# What came out of trying it.
FINDS = _cue(
    r"\b(?:we|our (?:results?|experiments?|findings?|analys[ei]s|evaluations?)|results?"
    r"|experiments?|evaluations?|simulations?|ablations?|analyses|findings|measurements?)\b"
    r"[^.;]{0,120}?\b(?:shows?|find(?!ing)|found|prove|demonstrat|observe|establish|reveal|confirm"
    r"|indicat|suggest|validat|verif|uncover|bound|(?:systematically )?evaluate)",
    r"^(?:theoretically|empirically|experimentally|quantitatively|remarkably|notably|most notably)",
)
GAINS = _cue(
    r"\b(?:outperform|surpass|exceed|beat(?:s|ing)?\b|achiev|obtain(?!ed (?:by|from))|attain"
    r"|reach(?:es|ed|ing)?\b|improv|state[- ]of[- ]the[- ]art|superior|better|best\b|higher"
    r"|match(?:es)?\b|on par|comparable|reduc|retain|gains?\b|scores?\b|sets? (?:the|a) |record"
    r"|wins?\b|competitive|more (?:accurate|efficient|robust)|less than|falls? (?:by|from|in)"
    r"|ahead|prefer|as (?:good|well) as|solves?\b|speed-?ups?|advantage)"
)
FIGURE = re.compile(
    r"\d(?:[\d.,]*)\s*(?:%|percent|points?\b|[×x]\b|×|times\b|-?fold\b|BLEU|AP\b|mAP|FID|PSNR|dB)"
    r"|\b(?:accurac|score|error|F1|BLEU|FID|AP|mAP|MRR|PSNR|mIoU|perplexity|likelihood|exact match"
    r"|win rate|AUC|recall|precision|correctly)\b[^.;]{0,40}?\d"
    r"|\d[\d.]*[^.;,]{0,25}\b(?:accuracy|BLEU|AP|mAP|FID|F1|exact match|error|on [A-Z])"
    r"|\b(?:twice|half|two|three|four|five|ten|several) (?:times|orders)\b"
)
# What others had reached before.
BEFORE = _cue(
    r"\b(?:before this (?:work|paper)|(?:previous|prior|earlier)(?:ly)? (?:best|known)"
    r"|best known)\b"
)
# What is wrong so far.
GAP = _cue(
    r"\b(?:however|despite|although|yet|but|while|limit(?:s|ed|ing)?|lacks?|suffers?|expensive"
    r"|costly|difficult|challeng|hard|slow(?:er)?|impractical|cannot|fails?|vulnerable|remains?"
    r"|bottleneck|too|prohibitive|infeasible|intractable|unstable|overhead|scarc|unclear"
    r"|underexplored|unreliable|degrad|insufficient|risk|worse|awkward|complicated|complex"
    r"|needs?|quadratic|without)\b|\bnot\b|\bwaste"
)
OTHERS = _cue(
    r"\b(?:existing|earlier|previous|prior|traditional|conventional|current|most|usual(?:ly)?"
    r"|standard|recent(?:ly)?|so far|typically|often|have been|has been|widely|many)\b"
)
RESTATES = _cue(
    r"\b(?:this|these|such) (?:mismatch|limitations?|issues?|problems?|bottleneck|gaps?|challenges?"
    r"|buffer|requires?|makes?|in(?:curs?|troduces?))\b"
)
# What it was tried on. The names are those of collections that many papers use.
DATA_WORDS = _cue(
    r"\b(?:data ?sets?|corp(?:us|ora)|benchmarks?|test[- ](?:set|dev)|leaderboard|challenge"
    r"|collection|competition|suite|synthetic|real[- ]world (?:data|tasks?|scenes?|robot))\b"
)
USES_DATA = _cue(
    r"\b(?:(?:pre-?)?train(?:ed|ing)|fine-?tuned?|evaluat\w*|tested|validat\w*|experiments?"
    r"|appl(?:y|ied)|instantiate|collect(?:ed)?|gathered|compile|assemble|measurements?|analy[sz]ing|tests?)"
    r"\b[^.;]{0,60}?\b(?:on|in|from|with|across|to)\b"
)
EVALUATED = _cue(
    r"\b(?:is|are|been|we|was|were) (?:\w+ )?(?:evaluated?|tested|test) (?:\w+ ){0,3}on\b"
)
KNOWN_DATA = re.compile(
    r"\b(?:MNIST|CIFAR|ImageNet|COCO|PASCAL|VOC|SVHN|Street View|LSUN|CelebA|ADE20K|Cityscapes"
    r"|KITTI|GLUE|SuperGLUE|SQuAD|SNLI|MultiNLI|WMT|IWSLT|WikiText|WebText|Common Crawl"
    r"|Wikipedia|C4\b"
    r"|Penn Treebank|LibriSpeech|TREC|BEIR|MS MARCO|Natural ?Questions|TriviaQA|HotpotQA|GSM8K|MMLU"
    r"|HumanEval|TruthfulQA|SentEval|Atari|MuJoCo|D4RL|OpenAI Gym|UCI|PubMed|MIMIC|UK Biobank"
    r"|Kinetics|ShapeNet|Open Graph Benchmark|CASP\d*|LAION|Long Range Arena|semantic textual"
    r" similarity|natural language inference data)"
    r"|\b[A-Z]\w+ (?:benchmark|data ?set|corpus|challenge|leaderboard|test set)\b"
)
COUNTED_DATA = re.compile(
    r"\d[\d.,]*(?: (?:hundred|thousand|million|billion|trillion))?[^.;,\d]{0,30}?\b"
    r"(?:images?|tokens|pairs|articles|passages|questions|sentences|words|examples|games"
    r"|tasks|patients|videos?"
    r"|conversations|documents|episodes|samples|systems|subjects|trials|participants"
    r"|languages|sets)\b",
    re.I,
)
ON_NAME = re.compile(
    r"\b(?:[Oo]n|[Ff]rom) (?:the |both |seven |only )?(?:[a-z]+[- ]){0,3}"
    r"(?![AVPHT]\d{2,3}\b|GPU|CPU|TPU|Titan|NVIDIA|LLM|PPO)"
    r"(?:[A-Z][\w.+-]*[A-Z0-9][\w.+-]*|[A-Z][a-z]+[A-Z]\w*)"
)
ON_TASKS = _cue(
    r"\b(?:on|across|in)\b[^.;]{0,60}?\b(?:tasks|games|scenes|environments|scenarios|examples?"
    r"|data|images|domains|worlds)\b"
)
# What it takes: time, memory, parameters.
COST = _cue(
    r"\b(?:[GTC]PUs?|hours?|days?|FLOPs?|speed-?ups?|latency|throughput|frames per second|seconds"
    r"|memory(?! bank| network| cell)|[GTM]B|faster|wall-?clock|milliseconds"
    r"|ms per|half the memory)\b",
    r"\b(?:inference|sampling|training|decoding|generation)\b[^.;]{0,30}\bslower\b",
    r"\bO\(|\bfewer (?:\w+ )?(?:parameters|samples|steps|tokens)\b|\bfew \w+ steps\b"
    r"|\b(?:linear|quadratic|logarithmic)(?:ly)? (?:in|with) "
    r"|\b(?:linear|quadratic) (?:time|cost)\b(?!-)",
    r"\bacceleration\b|\b(?:more|less|fewer) comput\w+|\b(?:retraining|training)-free\b"
    r"|\btimes as long\b|\bof the time\b|\bcheaper to\b|\bfunction evaluations\b",
)
PARAMETERS = _cue(r"\d[^.;]{0,40}?\bparameters\b", r"\bparameters [^.;]{0,30}\b(?:factor|times) ")
SMALLER = _cue(
    r"\b(?:has|have|with about|just|only|times|factor|orders|fewer|less|percent of|needs?|takes?"
    r"|reduc\w+|follows|per task)\b"
)
WEAK_COST = _cue(
    r"\b(?:cost(?:s|ly)?|comput(?:e|ation|ational)|efficien(?:t|cy)|overhead|cheap(?:er|ly)?"
    r"|lightweight|budget|resources?|zero retraining|time)\b"
)
# What it does not do, or does badly.
LIMIT = _cue(
    r"\b(?:limitations?(?! of (?!our|the (?:proposed|present)|this))|drawbacks?|weakness(?:es)?"
    r"|shortcomings?|caveats?|downsides?|disadvantages?|the price is"
    r"|at the (?:cost|price|expense) of|future work|out of reach"
    r"|no guarantee|leaves? open|remains? (?:\w+ )?(?:hard|open|a weakness|out|worse|slower|unclear"
    r"|unsolved|difficult|challenging|to be)|not (?:yet|fully) \w+|not been (?:tried|tested|shown)"
    r"|ha(?:s|ve) yet to|lag(?:s|ged)? behind|(?:is|are|was|were|still) (?:behind|weak|worse|slower"
    r"|difficult|unstable|missing)|worse on|less (?:favourable|favorable|well)|fails? (?:to|on|when"
    r"|at)|falls? (?:short|when|behind)|(?:does|do|did|is|are|was|were) not"
    r" (?:reach|improve|compete|simple|quantized|possible|always|generali[sz]e|extend|scale"
    r"|hold|cover|address|mean|handle|support)"
    r"|cannot|presumes?|require(?:s|d)? (?:problems|that|careful|access|large)"
    r"|appears only|only (?:two|one|three|a few) [^.;]*could"
    r"|still (?:drops?|relies|requires?|needs?|makes?|lags?"
    r"|slower|fails?|struggles?|depends?)|simple mistakes|cause of failure"
    r"|accumulates? (?:\w+ )?errors?"
    r"|needs? (?:a|an|its own|new|long)\b|unreliable|may not be|must be kept|costs? more|hard for)"
)
TURNS = _cue(r"^(?:however|but|although|though|yet|still|nevertheless)\b", r", however,")
# Where code and data are.
LINK = re.compile(
    r"(?:https?://|www\.)[^\s()<>]+"
    r"|\b(?:github|gitlab|bitbucket|huggingface|zenodo|osf)\.(?:com|org|co|io)/[^\s()<>]+",
    re.I,
)
OFFERED = _cue(
    r"\b(?:code|implementations?|software|source|models?|weights|checkpoints|data ?sets?|benchmark"
    r"|toolbox|library|package)\b[^.;]{0,50}\b(?:(?:is|are|will be|has been|have been|made)\b"
    r"[^.;]{0,30}\b(?:available|released|open[- ]sourced?|public|provided)|available at)",
    r"\bwe (?:\w+ )?(?:release|open[- ]source|make [^.;]{0,60}available)\b",
)
# Headings of structured abstracts, as medical journals print them.
HEADINGS: Mapping[str, re.Pattern[str]] = {
    "problem": _cue(r"^(?:background|objectives?|aims?|purpose|introduction|motivation|context)\b"),
    "method": _cue(
        r"^(?:(?:materials and )?methods?|methodology|(?:study )?design|approach|interventions?)\b"
    ),
    "results": _cue(r"^(?:results?|findings|main results|conclusions?|interpretation)\b"),
    "limits": _cue(r"^limitations?\b"),
    "data": _cue(r"^(?:data|datasets?|participants|setting|patients|data sources?)\b"),
}
HEADING = re.compile(r"^([A-Z][A-Za-z /&]{2,40}):\s|^([A-Z][A-Z /&]{4,40})[:.]?\s")
