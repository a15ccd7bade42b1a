"""Sound inputs of every kind, which the fuzzing spoils."""

from typing import Any

NOVEL = (
    "Chapter 1. The ferry\n\nThe ferryman charged four pence, and six after dark. “Dark,” he said."
    "\n\n第一回 渡口\n\n渡船收四文钱，天黑以后收六文。“天黑，”他说。\n" * 3
)
QUESTION: dict[str, Any] = {
    "id": "q1",
    "question": "What did the ferryman charge after dark?",
    "question_type": "single_choice",
    "choice": {"a": "four pence", "b": "six pence"},
    "answer": ["b"],
    "position": {"start_pos": 0, "end_pos": 40},
}
CHINESE_QUESTION: dict[str, Any] = {
    "question": "天黑以后渡船收几文钱？",
    "choice": ["四文", "六文", "八文"],
    "answer": "a,b",
    "context": "渡船收四文钱，天黑以后收六文。",
}
WRAPPED = {"title": "A set", "questions": [QUESTION, CHINESE_QUESTION]}
QUESTION_COLUMNS = ("question", "a", "b", "answer", "start_pos", "end_pos", "context")
QUESTION_CELLS = ("When?", "四文", "a", '"a,b"', "10", "10.0", "=1+1", "'=1", "", "[1", "-1", "1e9")

REPLIES = {
    "validation": {
        "answer": ["b"],
        "evidence": "six after dark",
        "is_answerable": True,
        "confidence": "high",
        "reasoning": "It says so.",
    },
    "intent": {"intent": "fact_seeking"},
    "names": {"people": ["Tom Arkwright"], "places": ["严田村"]},
    "answer": {"answer": "Six pence after dark. [1]", "abstained": False},
    "evaluation": {"passed": False, "suggestions": ["[证据标注] 补上出处", "[Evidence] Cite."]},
    "rewriting": {"text": "限时优惠"},
    "opinion": {"toxicity": 2, "sentiment": 60, "category": "news", "reason": "Plain."},
    "fix": {
        "kind": "corrected_answer",
        "question": "What after dark?",
        "choice": {"a": "four", "b": "six"},
        "answer": ["b"],
        "evidence": "six after dark",
        "why": "The text says six.",
    },
}
RECORDED = {"item": "q1", "reply": '{"answer": ["b"], "evidence": "six after dark"}'}

DEPTH_ROW: dict[str, Any] = {
    "question": "What after dark?",
    "question_type": "single_choice",
    "choice": {"a": "four", "b": "six"},
    "correct_answer": ["b"],
    "model_answer": ["b"],
    "parsing_status": "success",
    "position": {"start_pos": 0, "end_pos": 40},
    "score": 1.0,
    "outcome": "correct",
    "depth": 0.5,
    "depth_bin": "50%",
    "test_context_length": 1000,
    "item_key": "q1",
    "model": "m",
    "repeat": 0,
    "metrics": {"pieces": [[0, 10]], "joiner": "\n", "evidence_chars": [0, 4], "latency_s": 0.5},
}
DEPTH_METADATA = {
    "metadata": {"model": "m", "context_lengths": [1000], "depth_mode": "uniform", "seed": 1}
}
DEPTH_FILE = {**DEPTH_METADATA, "results": [DEPTH_ROW]}
SCORE_COLUMNS = ("model", "context_length", "depth_percent", "score")
SCORE_CELLS = ("m", "1000", "50", "10", "0.5", "nan", "inf", "-1", "1e999", '"', "")

CANDIDATE: dict[str, Any] = {
    "id": "c1",
    "text": "你上次浏览的相机现在有优惠！",
    "channel": "PUSH",
    "locale": "zh-CN",
    "claims": {"referenced_events": ["recent_view"], "referenced_item_ids": ["x"], "brands": ["S"]},
    "constraints": {"max_length": 50, "forbidden": ["最低价"]},
    "user_id": "u1",
}
CATALOGUE_ITEM = {
    "id": "x",
    "brand": "S",
    "title": "微单",
    "price": "5999.00",
    "active": True,
    "purchasable": True,
}
EVENT = {"user_id": "u1", "kind": "view", "at": "2025-11-12T09:15:00Z", "item_id": "x"}
RECENT = {"text": "秋冬新品上架"}
COPY_COLUMNS = {
    "candidates": ("id", "text", "channel", "locale", "user_id"),
    "catalogue": ("id", "brand", "price", "active", "purchasable"),
    "events": ("user_id", "kind", "at", "item_id"),
    "recent": ("text",),
}
COPY_CELLS = ("c1", "限时优惠", "PUSH", "zh-CN", "5999.00", "1e400", "true", "view", "x", "NaN", "")
COPY_CELLS += ("2025-11-12T09:15:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00")

CASES: dict[str, Any] = {
    "version": 1,
    "cases": [
        {
            "id": "one",
            "category": "invented",
            "language": "en",
            "tenant_id": "t",
            "site_id": "s",
            "npc_id": "n",
            "query": "In which year?",
            "paraphrase": "When was it?",
            "history": [{"role": "user", "text": "Hello."}],
            "expected_intent": "fact_seeking",
            "expected_mode": "conservative",
            "forbidden_patterns": [r"\d{4}"],
            "twin": {"query": "Who kept it?", "expected_mode": "normal"},
        }
    ],
}
PROFILE: dict[str, Any] = {
    "tenant_id": "yantian",
    "site_id": "yantian-main",
    "npc_id": "keeper",
    "name": "安",
    "type": "keeper",
    "persona": "Plain.",
    "language": "zh",
    "refusal_template": "ask_the_records",
    "min_citations": 1,
    "source_ids": [1],
    "words": {"records": "谱", "keepers": "长辈"},
}
REFUSAL: dict[str, Any] = {
    "id": "short",
    "refusal": {"en": "{name} would look it up.", "zh": "{name}需要查阅。"},
    "unavailable": {"en": "Ask again.", "zh": "请稍后再问。"},
}

COMPLETION: dict[str, Any] = {
    "id": "c",
    "object": "chat.completion",
    "model": "m",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": '{"answer": ["b"]}', "refusal": None},
            "finish_reason": "stop",
        }
    ],
    "usage": {
        "prompt_tokens": 10,
        "completion_tokens": 5,
        "prompt_tokens_details": {"cached_tokens": 1},
    },
}
VECTORS: dict[str, Any] = {
    "object": "list",
    "model": "m",
    "data": [{"index": 0, "embedding": [0.5, 0.5]}, {"index": 1, "embedding": [1, 0]}],
    "usage": {"prompt_tokens": 10},
}
ERROR = {"error": {"message": "Rate limit.", "type": "rate", "code": "rate_limit", "param": None}}
