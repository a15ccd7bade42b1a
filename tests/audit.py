"""`python -m tests.audit`: known holes in what is installed, as far as the network tells.

Exit code 1 for a package with a known hole, and for an audit that could not be made. A service that
cannot be reached, or does not know a package, is said and is no failure: `make check` works without
a network.
"""

import json
import subprocess
import sys

COMMAND = (
    *(sys.executable, "-m", "pip_audit", "--local", "--skip-editable"),
    *("--progress-spinner", "off", "--format", "json", "--timeout", "10"),
)


_AWAY = ("ConnectionError", "Max retries", "ServiceError", "timed out", "Could not connect")


def report(said: str, complained: str = "") -> tuple[str, bool]:
    """What pip-audit's JSON comes to, in words, and whether that fails.

    Args:
        complained: what it wrote to standard error.
    """
    try:
        packages = json.loads(said)["dependencies"]
    except (ValueError, KeyError, TypeError):
        if any(word in complained for word in _AWAY):
            return "Dependencies: not audited, the service of known holes cannot be reached.", False
        return f"Dependencies: not audited. {complained.strip()[-500:]}", True
    skipped = [one for one in packages if "skip_reason" in one]
    holes = [one for one in packages if one.get("vulns")]
    lines = [
        f"Dependencies: {len(packages) - len(skipped)} audited, {len(holes)} with known holes, "
        f"{len(skipped)} that the service could not tell about."
    ]
    for one in holes:
        for hole in one["vulns"]:
            fixed = ", ".join(hole.get("fix_versions", ())) or "no version yet"
            lines.append(f"{one['name']} {one['version']}: {hole['id']}, mended in {fixed}")
    return "\n".join(lines), bool(holes)


def main() -> int:
    done = subprocess.run(COMMAND, capture_output=True, text=True, check=False)
    said, is_bad = report(done.stdout, done.stderr)
    print(said)
    return int(is_bad)


if __name__ == "__main__":
    sys.exit(main())
