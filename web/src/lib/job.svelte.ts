/** Work that the server does in the background, such as an analysis: started, polled until it ends, cancelled. */

import { errorMessage } from './resource.svelte'

interface JobView {
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  error: string | null
}

export abstract class Job<View extends JobView> {
  view = $state.raw<View | null>(null)
  failure = $state<string | null>(null)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly intervalMs: number) {}

  get isBusy(): boolean {
    return this.view?.state === 'queued' || this.view?.state === 'running'
  }

  /** Reads the job again: how far it is, or its result in another language. */
  async refresh(): Promise<void> {
    const { view } = this
    if (view) await this.run(() => this.read(view))
  }

  async cancel(): Promise<void> {
    const { view } = this
    if (view) await this.run(() => this.stop(view))
  }

  /** Stops polling. The job continues on the server: starting it again returns its result. */
  close(): void {
    clearTimeout(this.#timer)
  }

  protected abstract read(view: View): Promise<View>
  protected abstract stop(view: View): Promise<View>
  /** Called with each view and the one before it. */
  protected abstract changed(view: View, before: View | null): void

  /** Sends a request about the job, and polls while it is busy. */
  protected async run(request: () => Promise<View>): Promise<void> {
    clearTimeout(this.#timer)
    const before = this.view
    try {
      this.view = await request()
      this.failure = this.view.error
    } catch (error) {
      this.view = null
      this.failure = errorMessage(error)
    }
    clearTimeout(this.#timer)
    if (this.isBusy) this.#timer = setTimeout(() => void this.refresh(), this.intervalMs)
    if (this.view) this.changed(this.view, before)
  }
}
