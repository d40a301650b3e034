/** What all answers of the server are made of. */

import type { ErrorDetail, Texts } from '../schema'

export type Side = 'white' | 'black'
export type Language = keyof Texts
export type Words = Texts
export type Square = string

export type ApiErrorBody = ErrorDetail

/** A type of the server's with fields of which the page knows more than its description says. */
export type Known<Described, Fields> = Omit<Described, keyof Fields> & Fields
