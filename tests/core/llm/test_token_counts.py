from core.llm.token_counts import estimated_tokens


def test_a_token_is_about_four_bytes() -> None:
    assert estimated_tokens(len(b"It rained all day, and Ann went home.")) == 10
