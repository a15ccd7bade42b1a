"""Read which options a reply chooses, in prose, marks, tables and objects; nothing is guessed."""

from core.llm.replies.options.abstentions import abstains, says_too_little
from core.llm.replies.options.reading import read_option_value, read_options

__all__ = ["abstains", "read_option_value", "read_options", "says_too_little"]
