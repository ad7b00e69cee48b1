"""How people ask: phrasings of every kind, in English and Chinese, tidy and untidy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.kinds import kind_of
from rag.questions import understand

ASKED = {
    "fact": """
        How many images was CLIP trained on?
        Which optimizer does the Adam paper propose?
        Who wrote the LoRA paper?
        On which datasets was ResNet tested?
        How does dropout work?
        How many layers does the deepest ResNet have?
        In how many languages was it tested?
        In which year was BERT published?
        By how much does it improve?
        How much faster is FlashAttention than the standard attention?
        Which method improves FID by 44%?
        Which approach is used to train the model?
        What is the method by which GPT-3 learns tasks?
        For which languages does it work?
        In which work did the authors find that depth matters?
        What is attention?
        what is lora
        What's the learning rate of Adam by default?
        How many parameters does GPT-3 have?
        how many GPUs were used to train the Transformer
        By how much does FlashAttention speed up training?
        Who wrote the Adam paper?
        When was BERT published?
        Which paper introduced dropout?
        Which dataset was YOLO evaluated on?
        Why does batch normalization allow higher learning rates?
        How does speculative decoding keep the output distribution unchanged?
        Explain how rectified flow straightens paths.
        explain the difference that RoIAlign makes
        Does DETR work well on small objects?
        Is LoRA slower at inference?
        hello world benchmark
        Hi! What is LoRA?
        Thanks. And what does it cost?
        Could you tell me what masking rate MAE uses?
        I was wondering how much memory QLoRA needs for a 65B model
        please tell me the top-1 accuracy of EfficientNet-B7
        I'd like to know whether ViT needs pre-training on large data
        What win rate does DPO reach when summarising Reddit posts?
        On which tasks was prefix-tuning for summarisation tested?
        Which of them is faster?
        What does the NeRF paper say about view directions?
        How similar are the results of LoRA to full fine-tuning?
        How many methods does the paper compare?
        How many papers did the survey review?
        What does the term "help" mean in this abstract?
        What can CLIP do without training examples?
        What can you tell me about the limits of DQN?
        What topics does the GPT-3 paper call hard?
        Which methods does PPO outperform?
        Which years of Wikipedia does RAG use?
        What models are used as baselines for SBERT?
        Good question about BERT: what are its two objectives?
        How does DDIM compare to earlier samplers in speed?
        Is 28.4 BLEU the score of the big Transformer?
        In 2015, which network won ILSVRC?
        BERT 2019 parameters
        What is the library that AWQ's inference system is called?
        I am reading about object detection and got stuck. The paper says anchors are not needed. \
How does DETR assign predictions to objects?
        LoRA 把可训练参数减少了多少倍？
        什么是注意力机制？
        BERT 的掩码比例是多少？
        为什么批归一化可以使用更高的学习率？
        与 SimCLR 相比，BYOL 的优点是什么？
    """,
    "summary": """
        What's the BERT paper about?
        Summarize LoRA.
        Give me the main idea of LoRA.
        Explain the LoRA paper to me.
        What does the LoRA paper propose?
        Can you walk me through the LoRA paper?
        In two sentences, what is LoRA about?
        I need a short description of the work on dropout.
        TL;DR of the dropout paper
        What did the authors of the dropout paper do?
        Describe the work on dropout in a few sentences.
        What is known about overfitting?
        What do the papers say about overfitting?
        Summarise the paper on dropout.
        summarize the dropout paper
        sumarize the dropout paper please
        Give me a short summary of the ResNet paper
        Could you give me a brief overview of the LoRA paper?
        Can you please summarise what is known about normalization?
        tl;dr of the ViT paper
        TL;DR: the ViT paper
        What is the Chinchilla paper about?
        what's the mamba paper about
        What are the main contributions of the DPO paper?
        Key points of Faster R-CNN?
        What is the gist of ELECTRA?
        Sum up the work on low-rank adaptation.
        Describe the Swin Transformer paper.
        I need a two-sentence summary of U-Net
        What does the GloVe paper say?
        Attention is all you need, in a nutshell
        What do the papers say about quantization?
        What is known about scaling laws?
        Summarise the papers on retrieval.
        I'd like you to summarise the T5 paper for a newcomer
        总结一下 BERT 这篇论文
        LoRA 这篇论文讲了什么？
        请概括 DPO 的主要内容
        介绍一下 NeRF 这篇论文
    """,
    "comparison": """
        How do the goals of ResNet and DenseNet differ?
        What are the pros and cons of LoRA against full fine-tuning?
        LoRA or QLoRA: which needs less memory?
        Which is cheaper, LoRA or QLoRA?
        What does BERT do that GPT-3 doesn't?
        In what way is BERT unlike GPT-3?
        BERT vs GPT-3
        How is BERT different from GPT-3?
        What sets BERT apart from GPT-3?
        Compare the papers on dropout and batch normalization.
        How do BERT and GPT-3 each use unlabelled text?
        Do BERT and GPT-3 use the same architecture?
        Do both BERT and RoBERTa use next sentence prediction?
        What do BERT and GPT-3 have in common?
        Contrast the training data of BERT with that of GPT-3.
        How do the methods of ViT and ResNet differ?
        Where do BERT and GPT-3 agree?
        Put BERT side by side with GPT-3.
        Line up ResNet, VGG and DenseNet on ImageNet accuracy.
        Give me a table of ResNet, VGG and DenseNet.
        How do ResNet, VGG and DenseNet stack up against each other?
        Compare Adam and Adagrad.
        compare lora with qlora
        comapre LoRA and QLoRA
        Could you compare Adam with SGD?
        please contrast BYOL and SimCLR
        What is the difference between BERT and GPT-3?
        What are the differences between GPTQ and AWQ?
        How do LoRA and QLoRA differ?
        How is DETR different from Faster R-CNN?
        LoRA vs. adapters
        LoRA versus prefix tuning: what does each cost?
        Both use masking. What does each use it for?
        What do MoCo and SimCLR have in common?
        Which is faster, YOLO or Faster R-CNN?
        How does GPTQ compare to AWQ?
        What distinguishes RoBERTa from BERT?
        What are the advantages of DPO over PPO?
        I am torn between two optimisers. Compare Adam with RMSProp for me.
        similarities between GANs and VAEs
        比较 LoRA 和 QLoRA
        BERT 和 RoBERTa 有什么区别？
        请对比一下 DDPM 与 DDIM
        Adam 和 SGD 有什么不同？
    """,
    "list": """
        In which papers is CIFAR-10 used?
        Which of the abstracts mention a code repository?
        Which of the papers here deal with robots?
        Papers dealing with hallucination?
        Are there papers that don't use labels?
        For which papers is code available?
        Everything on diffusion models, please
        Which approaches avoid a critic?
        Which methods need no labelled data?
        Any works on privacy?
        Which studies report results on ImageNet?
        What are the papers on object detection?
        I'm interested in papers about machine translation.
        Which of these works come with code?
        Tell me which papers use reinforcement learning.
        Which papers, if any, discuss fairness?
        Do any of the abstracts mention energy consumption?
        Does any paper here deal with speech?
        Is there any work on graph neural networks?
        What work is there on graph neural networks?
        What is there on graph neural networks?
        What do you have on graph neural networks?
        Which ones release their code?
        Name the papers that use attention.
        List everything about optimisation.
        Which papers propose new optimizers and which propose regularizers?
        What research has been done on few-shot learning?
        Which abstracts give a link?
        Which papers would help me with training on a small GPU?
        Which entries are about vision?
        Which documents talk about translation?
        Which texts talk about translation?
        Which papers are about diffusion models?
        which papers train without reward models
        wich papers use contrastive learning
        List all papers that use reinforcement learning.
        list papers about quantization
        Papers on object detection
        all papers about transformers
        papers by Vaswani
        papers at neurips
        Which of these are from 2020?
        which of them use attention
        papers from 2020 about language models
        What work is there on machine translation?
        what research exists on protein folding?
        Do any papers study scaling laws?
        Are there any papers about graph neural networks?
        Is there a paper that generates images from text?
        any papers on speech?
        Show me the papers with code on GitHub
        find me papers that fine-tune only a few parameters
        Could you list the papers that report an FID?
        Can you tell me which papers report results on GLUE?
        I'm looking for papers on self-supervised learning
        I need all papers that mention ImageNet
        What has been done on parameter-efficient fine-tuning?
        Who works on retrieval?
        Which of the papers propose an object detector?
        Which methods avoid a reward model?
        Which approaches are there for faster sampling?
        Which studies use human feedback?
        name every paper that gives a link to its code
        recommend some papers about prompting
        I'm new to this. I want to understand how images are generated. Which papers should I read?
        Papers published since 2022
        Which papers appeared at ICML?
        Which papers have an arXiv id?
        哪些论文研究检索？
        有没有关于量化的论文？
        列出所有使用强化学习的论文
        请列出 2020 年以后的论文
        关于扩散模型的论文有哪些？
        有哪些文章用到了 ImageNet？
    """,
    "count": """
        In how many papers is ImageNet used?
        In how many of the papers is ImageNet used?
        How many of the abstracts mention GitHub?
        How many abstracts mention GitHub?
        What fraction of the papers release code?
        What percentage of the papers use transformers?
        How many papers deal with vision, and which ones?
        Count the papers on reinforcement learning.
        How many methods avoid a critic?
        For how many papers is code available?
        How many of them use ImageNet?
        How many give a code link?
        How many studies are there on sleep?
        How many papers use ImageNet?
        how many abstracts link to code
        how mnay papers are there
        How many of the papers report results on GSM8K?
        How many papers do you have?
        How many papers does the library hold?
        Could you tell me how many papers are about diffusion?
        What number of papers propose an optimiser?
        Count the papers about translation.
        What percentage of the papers give a link to code?
        how many papers are from 2020 or later?
        the number of papers by Kaiming He
        有多少篇论文使用强化学习？
        库里有多少篇论文？
        几篇论文给出了代码？
        How many of them use attention?
    """,
    "similar": """
        Papers like this one
        papers similar to LoRA
        papers similar to LoRA by method
        Which papers are similar to BERT?
        find papers like the DETR paper
        Show me similar papers
        What is similar to prefix-tuning?
        more like this
        Are there any papers like it?
        What other papers are like Faster R-CNN?
        Could you recommend papers similar to SimCLR?
        Which papers use a similar method to MoCo?
        Which papers tackle the same problem as GPTQ?
        papers related to this one
        anything similar to speculative decoding?
        What should I read next?
        simlar papers to NeRF
        有没有和 LoRA 类似的论文？
        找一些与这篇论文相似的文章
    """,
    "small talk": """
        hi
        Hello!
        hey there
        Good morning
        Hi, how are you?
        thanks
        Thank you so much!
        ok thanks
        great, thank you
        thanks for the help
        bye
        who are you?
        What are you?
        what can you do
        What can I ask you?
        help
        How do I use this?
        How do you work?
        Are you ChatGPT?
        Which model do you use?
        Can I trust your answers?
        do you use the internet?
        Do you make things up?
        Hello, who are you?
        你好
        您好！
        谢谢你
        你是谁？
        你能做什么？
    """,
    "library": """
        What is in this library?
        what's in the collection
        What does this library contain?
        Tell me about this library.
        Summarise the library
        What topics are covered?
        what topics do you have
        Which topics does the library cover?
        What are the main topics of these papers?
        What research areas are covered here?
        What are these papers about?
        Which years are covered?
        Which years do the papers cover?
        What time span does the collection cover?
        Which conferences are the papers from?
        which venues are covered
        Who are the authors?
        Which authors have the most papers?
        What is the newest paper?
        oldest paper
        How big is the library?
        Could you give me an overview of the collection?
        What do you know about?
        这个文献库里有什么？
        库里涵盖哪些主题？
        论文涵盖了哪些年份？
    """,
}
PHRASINGS = [
    (line.strip(), kind)
    for kind, lines in ASKED.items()
    for line in lines.splitlines()
    if line.strip()
]


@pytest.mark.parametrize(("text", "kind"), PHRASINGS)
def test_the_kind_of_question_is_recognised(text: str, kind: str) -> None:
    assert understand(text).kind == kind


@pytest.mark.parametrize(("text", "kind"), PHRASINGS)
def test_capitals_and_the_final_mark_do_not_matter(text: str, kind: str) -> None:
    if kind != "comparison":  # a comparison may be told by what is named in capitals
        assert kind_of(text.lower().rstrip(".?!？")) == kind


@pytest.mark.parametrize(
    "courtesy", ["Please, ", "Could you tell me: ", "Hi there, ", "I would like to know: "]
)
@pytest.mark.parametrize(
    ("text", "kind"), [pair for pair in PHRASINGS if pair[0].isascii() and pair[0][:2] == "Wh"]
)
def test_courtesy_does_not_matter(courtesy: str, text: str, kind: str) -> None:
    assert kind_of(courtesy + text) == kind


@given(st.text(max_size=300))
def test_any_text_has_a_kind(text: str) -> None:
    assert kind_of(text) in ASKED


def test_what_is_told_about_a_name_is_a_summary() -> None:
    assert kind_of("Tell me about LoRA.") == "summary"
    assert kind_of("Could you tell me more about Fast YOLO?") == "summary"
    assert kind_of("Tell me about the limits of DQN.") == "fact"
    assert kind_of("Tell me about how LoRA works") == "fact"
