#!/bin/sh
# From the project's root: one line a case, PASS, FAIL or BROKEN.
python=${PYTHON:-.venv/bin/python}
logs=$(mktemp -d)
for case in tests/cases/[amqr][0-9]*.py; do
  name=$(basename "$case" .py)
  DESK=. DESK_PY=$python "$python" "$case" > "$logs/$name.log" 2>&1
  printf '%s %s\n' "$name" "$(grep -m1 -E '^(PASS|FAIL)' "$logs/$name.log" || echo BROKEN)"
done
echo "logs: $logs"
