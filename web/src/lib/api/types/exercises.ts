/** Exercises: what is asked, how answers are judged, and the search of one's own games. */

export type {
  AnswerExercise,
  AskExercise,
  ExerciseAnswer,
  ExercisesView as Exercises,
  ExerciseView as Exercise,
  OwnSearchView,
  SearchMine,
  SolutionView as Solution,
} from '../schema'
