/** Work that the server does in the background, such as an analysis: started, polled until it ends, cancelled. */

import { NetworkError } from './api/client'
import { errorMessage } from './resource.svelte'

interface JobView {
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  error: string | null
}

export abstract class Job<View extends JobView> {
  view = $state.raw<View | null>(null)
  failure = $state<string | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Rises when what was asked before no longer matters: its answers come too late. */
  #era = 0
  /** Settles when the last request has been answered. */
  #last: Promise<void> = Promise.resolve()

  constructor(private readonly intervalMs: number) {}

  get isBusy(): boolean {
    return this.view?.state === 'queued' || this.view?.state === 'running'
  }

  /** Reads the job again, after all that was asked before: how far it is, or its result in another language. */
  refresh(): Promise<void> {
    const era = this.#era
    this.#last = this.#last.catch(() => undefined).then(async () => {
      const { view } = this
      if (view && era === this.#era) await this.#perform(() => this.read(view))
    })
    return this.#last
  }

  async cancel(): Promise<void> {
    const { view } = this
    if (view) await this.run(() => this.stop(view))
  }

  /** Stops polling. The job continues on the server: starting it again returns its result. */
  close(): void {
    this.#era++
    clearTimeout(this.#timer)
  }

  protected abstract read(view: View): Promise<View>
  protected abstract stop(view: View): Promise<View>
  /** Called with each view and the one before it. */
  protected abstract changed(view: View, before: View | null): void

  /** Sends a request that makes earlier ones pointless, and polls while the job is busy. */
  protected run(request: () => Promise<View>): Promise<void> {
    this.close()
    this.#last = this.#perform(request)
    return this.#last
  }

  async #perform(request: () => Promise<View>): Promise<void> {
    const era = this.#era
    clearTimeout(this.#timer)
    const before = this.view
    try {
      const view = await request()
      if (era !== this.#era) return
      this.view = view
      this.failure = view.error
    } catch (error) {
      if (era !== this.#era) return
      this.failure = errorMessage(error)
      // A line that is cut for a moment ends nothing.
      if (!(error instanceof NetworkError && this.isBusy)) this.view = null
    }
    if (this.isBusy) this.#timer = setTimeout(() => void this.refresh(), this.intervalMs)
    if (this.view && this.view !== before) this.changed(this.view, before)
  }
}
