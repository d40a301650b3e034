"""What is computed about games: analyses, evaluations, rollouts, exercises, the explorer, studies."""
