"""Prompts the tests of this folder ask."""

from core.llm import Prompt, PromptTemplateManager

PROMPTS = PromptTemplateManager()
CHOICE = {"a": "Tom", "b": "Ann", "c": "the cat"}
CONTEXT = "It rained all day. Ann went home at six. Nobody else left."


def prompt(item: str = "1", **changed: object) -> Prompt:
    variables = {
        "item": item,
        "question": f"Who went home ({item})?",
        "question_type": "single_choice",
        "choice": CHOICE,
        "context": CONTEXT,
        **changed,
    }
    return PROMPTS.render("validation_prompt", "en", variables)
