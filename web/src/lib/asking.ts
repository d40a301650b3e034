/** Asking the server again while it cannot be reached. */

import { ApiError } from './api/client'

/** How long to wait before asking again, at least. */
const RETRY_MS = 1500
/** Asked too often: later is fine. */
const TOO_MANY = 429

/** Whether the server has said no: it was not out of reach, and asking again would not help. */
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status !== TOO_MANY

/**
 * Asks until the server has answered, as long as the answer is wanted. Returns the refusal, if it is one.
 * `unreached` is told of every try without an answer.
 */
export async function asking(
  ask: () => Promise<unknown>,
  wanted: () => boolean = () => true,
  unreached: (error: unknown) => void = () => undefined,
): Promise<ApiError | null> {
  while (wanted()) {
    let pause = RETRY_MS
    try {
      await ask()
      return null
    } catch (error) {
      if (isRefusal(error)) return error
      if (error instanceof ApiError) pause = Math.max(pause, error.retryAfter * 1000)
      unreached(error)
    }
    await new Promise((again) => setTimeout(again, pause))
  }
  return null
}
