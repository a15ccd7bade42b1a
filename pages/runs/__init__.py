"""The page Runs: validation runs, their progress, results and exports."""
