import { toBody, type ActionName, type Entries } from './actions.ts'
import { createApi, type Api, type Transport } from './api.ts'
import type {
  Attachment,
  Instance,
  LastLook,
  Outcome,
  Path,
  Task,
  TimelineItem,
} from './contract.ts'
import { asProblem, type ApprovalProblem } from './problem.ts'

/** What the panel shows: one task, or one approval to read. */
export type Subject = { readonly taskNo: string } | { readonly instanceId: string }

/** What the person must know after something went otherwise than they thought. */
export type Notice =
  | { readonly kind: 'decided'; readonly outcome: Outcome | undefined }
  | { readonly kind: 'changed' }
  /** Nothing was done, since values are no longer those `before`, which they had seen. */
  | { readonly kind: 'content'; readonly before: Instance['variables'] }
  | { readonly kind: 'done'; readonly action: ActionName }
  | { readonly kind: 'problem'; readonly problem: ApprovalProblem }

/** A remark that was sent and not yet confirmed, or that did not get through. */
export interface PendingComment {
  readonly text: string
  readonly attachments: readonly Attachment[]
  readonly idempotencyKey: string
  readonly problem: ApprovalProblem | undefined
  /** The answer that is waited for. */
  readonly sending?: Promise<TimelineItem> | undefined
}

export interface PanelState {
  readonly phase: 'empty' | 'loading' | 'ready' | 'failed'
  readonly problem: ApprovalProblem | undefined
  readonly task: Task | undefined
  readonly instance: Instance | undefined
  readonly timeline: readonly TimelineItem[]
  readonly timelineProblem: ApprovalProblem | undefined
  readonly lastLook: LastLook | undefined
  readonly forecast: Path | undefined
  readonly forecastProblem: ApprovalProblem | undefined
  readonly busy: ActionName | undefined
  readonly notice: Notice | undefined
  readonly pending: readonly PendingComment[]
}

const nothing: PanelState = {
  phase: 'empty',
  problem: undefined,
  task: undefined,
  instance: undefined,
  timeline: [],
  timelineProblem: undefined,
  lastLook: undefined,
  forecast: undefined,
  forecastProblem: undefined,
  busy: undefined,
  notice: undefined,
  pending: [],
}

/** Told to the host. */
export interface PanelEvents {
  readonly onChange: () => void
  readonly onDecided: (action: ActionName, task: Task) => void
  readonly onProblem: (problem: ApprovalProblem, sent?: ActionName | 'comment') => void
  /** Whether somebody can see the panel: a page in the background is not looked at. No look is kept without it. */
  readonly isInView?: () => boolean
}

/**
 * State and calls of a panel, without a page around it. What is shown of a decision is what the
 * service has answered; only remarks appear before that, since they change nothing.
 */
export class PanelStore {
  state: PanelState = nothing
  readonly #events: PanelEvents
  #api: Api | undefined
  #subject: Subject | undefined
  /** Counts the subjects: an answer about an earlier one comes too late and is dropped. */
  #generation = 0
  /** Counts what makes older readings out of date: a later one, and an action carried out. */
  #reading = 0
  /** The reading that is under way, or the last one. */
  #loading: Promise<void> = Promise.resolve()
  #retry: { readonly intent: string; readonly key: string } | undefined

  constructor(events: PanelEvents) {
    this.#events = events
  }

  /** Shows another subject, or the same with another transport. Without either nothing is shown. */
  show(subject: Subject | undefined, transport: Transport | undefined): void {
    this.#subject = subject
    this.#api = transport === undefined ? undefined : createApi(transport)
    this.#retry = undefined
    this.state = nothing
    this.#generation += 1
    if (subject !== undefined && this.#api !== undefined) void this.load()
    else this.#set({})
  }

  /** Reads everything again; what is shown stays until the answers are there. */
  load(): Promise<void> {
    this.#loading = this.#read()
    return this.#loading
  }

  /**
   * Reads everything again when the log of the approval has an entry that is not shown, as somebody has
   * decided, written or withdrawn elsewhere.
   *
   * @returns whether there was anything to read.
   */
  async catchUp(sequence: number): Promise<boolean> {
    const generation = this.#generation
    await this.#loading
    if (generation !== this.#generation || this.#shows(sequence)) return false
    await this.load()
    return true
  }

  // Each is read by itself: what has happened between the readings is in one of them alone.
  #shows(sequence: number): boolean {
    const { instance, timeline } = this.state
    const isIn = (read?: { readonly sequence?: number }) => (read?.sequence ?? sequence) >= sequence
    return isIn(instance) && timeline.some(isIn)
  }

  async #read(): Promise<void> {
    const [api, subject, reading] = [this.#api, this.#subject, ++this.#reading]
    if (api === undefined || subject === undefined) return
    if (this.state.phase !== 'ready') this.#set({ phase: 'loading' })
    try {
      const task = 'taskNo' in subject ? await api.getTask(subject.taskNo) : undefined
      const instance =
        task?.instance ?? ('instanceId' in subject && (await api.getInstance(subject.instanceId)))
      if (!instance || reading !== this.#reading) return
      this.#set({ phase: 'ready', problem: undefined, task, instance })
      await this.loadHistory()
    } catch (error) {
      if (reading === this.#reading) this.#notLoaded(this.#told(error))
    }
  }

  #notLoaded(problem: ApprovalProblem): void {
    if (this.state.phase === 'ready') this.#set({ notice: { kind: 'problem', problem } })
    else this.#set({ phase: 'failed', problem })
  }

  /** Reads all that is around what is to be decided; what of it fails leaves the rest of the panel in use. */
  async loadHistory(): Promise<void> {
    const [api, instance, reading] = [this.#api, this.state.instance, ++this.#reading]
    if (api === undefined || instance === undefined) return
    const { id, sequence } = instance
    const [timeline, forecast, lastLook] = await Promise.allSettled([
      api.getTimeline(id),
      api.getForecast(id),
      // A service that does not number its approvals keeps no looks.
      sequence === undefined ? undefined : api.getLastLook(id),
    ])
    if (reading !== this.#reading) return
    const read = timeline.status === 'fulfilled' ? timeline.value : undefined
    this.#set({
      timeline: read ?? this.state.timeline,
      timelineProblem: timeline.status === 'rejected' ? this.#told(timeline.reason) : undefined,
      lastLook: lastLook.status === 'fulfilled' ? lastLook.value : undefined,
      forecast: forecast.status === 'fulfilled' ? forecast.value : undefined,
      forecastProblem: forecast.status === 'rejected' ? this.#told(forecast.reason) : undefined,
    })
    if (lastLook.status === 'rejected') this.#told(lastLook.reason)
    else if (sequence !== undefined && this.#events.isInView?.() === true) {
      // Kept once it is known what the look before has shown; nobody waits for it.
      void api.recordLook(id, sequence).catch((error: unknown) => this.#told(error))
    }
  }

  /**
   * Carries out an action. True when it was done, so that its form can close; false leaves the form
   * with what was entered in it.
   */
  async act(action: ActionName, entries: Entries): Promise<boolean> {
    const { task, busy } = this.state
    const api = this.#api
    if (api === undefined || task === undefined || busy !== undefined) return false
    const generation = this.#generation
    const body = toBody(action, entries, task)
    const idempotencyKey = this.#keyFor(JSON.stringify([task.taskNo, action, body]))
    this.#set({ busy: action, notice: undefined })
    try {
      const after = await api.act(task.taskNo, action, body, {
        idempotencyKey,
        revision: task.revision,
      })
      this.#events.onDecided(action, after)
      if (generation !== this.#generation) return false
      this.#retry = undefined
      const notice = { kind: 'done', action } as const
      // What was taken back waits as another task.
      this.#subject = { taskNo: after.taskNo }
      this.#set({ busy: undefined, task: after, instance: after.instance, notice })
      await this.loadHistory()
      return true
    } catch (error) {
      const problem = this.#told(error, action)
      if (generation === this.#generation) await this.#refused(problem)
      return false
    }
  }

  /** Shows the remark at once and sends it; one that fails stays, to be sent again. */
  async comment(text: string, attachments: readonly Attachment[]): Promise<void> {
    const remark = { text, attachments, idempotencyKey: newKey(), problem: undefined }
    this.#set({ pending: [...this.state.pending, remark] })
    await this.sendComment(remark)
  }

  /** Goes on with remarks of another panel: with what became of those under way, and the keys of those that failed. */
  takeOver(remarks: readonly PendingComment[]): void {
    this.#set({ pending: [...remarks, ...this.state.pending] })
    for (const remark of remarks) {
      if (remark.sending !== undefined) void this.#settle(remark, remark.sending)
    }
  }

  /**
   * Takes away what was attached, and reads everything again: votes may be asked anew.
   *
   * @throws ApprovalProblem when it is refused.
   */
  async removeAttachment({ versionId }: Attachment): Promise<void> {
    const [api, id, generation] = [this.#api, this.state.instance?.id, this.#generation]
    if (api === undefined || id === undefined) return
    try {
      await api.removeAttachment(id, versionId)
    } catch (error) {
      throw this.#told(error)
    }
    if (generation === this.#generation) await this.load()
  }

  dropComment(remark: PendingComment): void {
    this.#replacePending(remark, undefined)
  }

  /** Sends a remark, always with the same key. */
  async sendComment(remark: PendingComment): Promise<void> {
    const [api, id] = [this.#api, this.state.instance?.id]
    if (api === undefined || id === undefined) return
    const { text, attachments, idempotencyKey } = remark
    const body = { comment: text, ...(attachments.length === 0 ? {} : { attachments }) }
    const sending = api.comment(id, body, { idempotencyKey })
    this.#replacePending(remark, { ...remark, problem: undefined, sending })
    await this.#settle(remark, sending)
  }

  async #settle(remark: PendingComment, sending: Promise<TimelineItem>): Promise<void> {
    const generation = this.#generation
    try {
      const item = await sending
      if (generation !== this.#generation) return
      this.#replacePending(remark, undefined)
      const others = this.state.timeline.filter(({ sequence }) => sequence !== item.sequence)
      this.#set({ timeline: [...others, item].toSorted((a, b) => a.sequence - b.sequence) })
    } catch (error) {
      const problem = this.#told(error, 'comment')
      if (generation !== this.#generation) return
      this.#replacePending(remark, { ...remark, problem, sending: undefined })
    }
  }

  async #refused(problem: ApprovalProblem): Promise<void> {
    const { code, status } = problem
    // Without an answer it may have been done: only the same key makes repeating it safe.
    if (code !== 'network' && status < 500) this.#retry = undefined
    const notice = toNotice(problem, this.state.instance?.variables ?? {})
    this.#set({ busy: undefined, notice })
    if (notice.kind !== 'problem' || status === 403) await this.load()
  }

  #keyFor(intent: string): string {
    const key = this.#retry?.intent === intent ? this.#retry.key : newKey()
    this.#retry = { intent, key }
    return key
  }

  #replacePending({ idempotencyKey }: PendingComment, by: PendingComment | undefined): void {
    const pending = this.state.pending.flatMap((one) =>
      one.idempotencyKey === idempotencyKey ? (by ?? []) : one,
    )
    this.#set({ pending })
  }

  #told(error: unknown, sent?: ActionName | 'comment'): ApprovalProblem {
    const problem = asProblem(error)
    this.#events.onProblem(problem, sent)
    return problem
  }

  #set(changes: Partial<PanelState>): void {
    this.state = { ...this.state, ...changes }
    this.#events.onChange()
  }
}

function toNotice(problem: ApprovalProblem, before: Instance['variables']): Notice {
  const { code, outcome } = problem
  if (code === 'bpm.task_not_open') return { kind: 'decided', outcome }
  if (code === 'bpm.revision_mismatch') return { kind: 'changed' }
  if (code === 'bpm.content_changed') return { kind: 'content', before }
  return { kind: 'problem', problem }
}

const newKey = (): string => crypto.randomUUID()
