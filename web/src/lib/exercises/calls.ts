/** The API of exercises. */

import { path, post, request } from '../api/client'
import type { AnswerExercise, AskExercise, Exercise, ExerciseAnswer, Exercises, OwnSearchView, SearchMine } from '../api/types/exercises'

export const calls = {
  about: (rulebook: string) => request<Exercises>(path`/rulebooks/${rulebook}/exercises`),
  next: (asked: AskExercise) => post<Exercise>('/exercises/next', asked),
  answer: (given: AnswerExercise) => post<ExerciseAnswer>('/exercises/answer', given),
  searchMine: (asked: SearchMine) => post<OwnSearchView>('/exercises/mine', asked),
  search: (id: string) => request<OwnSearchView>(path`/exercises/mine/${id}`),
  stopSearch: (id: string) => request<OwnSearchView>(path`/exercises/mine/${id}`, { method: 'DELETE' }),
}
