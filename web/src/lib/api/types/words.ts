/** What all answers of the server are made of. */

export type Side = 'white' | 'black'
export type Language = 'es' | 'en'
export type Words = Record<Language, string>
export type Square = string

export interface ApiErrorBody {
  reason: string
  message: string
  clause: string | null
  places: Square[]
}
