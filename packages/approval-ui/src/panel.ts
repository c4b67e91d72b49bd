import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { isImmediate, offeredActions, type ActionName, type Entries, type Kept } from './actions.ts'
import { createApi, type Transport } from './api.ts'
import type { Attach } from './attach.ts'
import type { ChooseAttachments } from './attachments-field.ts'
import type { Attachment, Person } from './contract.ts'
import { toDraft, type Draft } from './draft.ts'
import { told, type PanelEventMap } from './events.ts'
import type { Followed } from './following.ts'
import { addedPeople, knownPeople, type FindPeople } from './people.ts'
import { ApprovalProblem, noAnswer } from './problem.ts'
import { PanelStore, type Subject } from './store.ts'
import { panelStyles } from './panel-styles.ts'
import { controls, tokens } from './styles.ts'
import { findLanguage, type Language } from './text/texts.ts'
import { renderChoices, renderNothingToDo } from './views/choices.ts'
import { renderDiagram, type DiagramView } from './views/diagram.ts'
import { renderForecast } from './views/forecast.ts'
import { renderLastLook, valuesBefore } from './views/last-look.ts'
import { renderRemarkForm } from './views/remark-form.ts'
import { renderEmpty, renderFailure, renderNotice, renderSkeleton } from './views/states.ts'
import { renderHeader, renderValues } from './views/summary.ts'
import { renderTimeline } from './views/timeline.ts'

/**
 * `<approval-panel>`: what is to be decided in an approval, its history and its expected path, and
 * the actions that the service allows the person whose token `transport` carries.
 *
 * Attributes: `task-no`, or `instance-id` to read only; `lang` (`en`, `zh-CN`); `theme` (`light`,
 * `dark`, otherwise as the page); `hide-detail` where the page around it is the detail page,
 * `hide-title` where it has the title; `live` to follow what others do to the approval, by a stream.
 * What stands between its tags is shown before the values: the matter itself, as the host can show it.
 * Properties: `transport`, and as the host can offer them
 * `findPeople`, `attach` and `draft`.
 */
export class ApprovalPanel extends LitElement {
  static override properties = {
    taskNo: { attribute: 'task-no' },
    instanceId: { attribute: 'instance-id' },
    language: { attribute: 'lang' },
    hideDetail: { attribute: 'hide-detail', type: Boolean },
    hideTitle: { attribute: 'hide-title', type: Boolean },
    live: { type: Boolean },
    transport: { attribute: false },
    findPeople: { attribute: false },
    attach: { attribute: false },
    draft: { attribute: false },
    openForm: { state: true },
    remark: { state: true },
    files: { state: true },
    attaching: { state: true },
    diagramView: { state: true },
  }

  static override styles = [tokens, controls, panelStyles]

  /** Number of the task to show, `T-…`. */
  declare taskNo: string | null | undefined
  /** Id of an approval to read, when there is no task. */
  declare instanceId: string | null | undefined
  declare language: string | null | undefined
  /** The page around the panel shows what it is about: nothing leads there. */
  declare hideDetail: boolean
  /** The page around the panel has the title. */
  declare hideTitle: boolean
  /** Follows what others do to the approval; the transport has to give answers as they come. */
  declare live: boolean
  /** Carries the token of the signed-in user; the component has none of its own. */
  declare transport: Transport | undefined
  /** Finds people to transfer to or to add; without it those whom the approval names are offered. */
  declare findPeople: FindPeople | undefined
  /** Lets the person choose documents; without it none can be attached. */
  declare attach: Attach | undefined
  /** What another panel of the task had as `unsent`: it stands here again. */
  declare draft: Draft | undefined
  declare protected openForm: ActionName | undefined
  declare protected remark: string
  declare protected files: readonly Attachment[]
  declare protected attaching: boolean
  declare protected diagramView: DiagramView
  readonly #store: PanelStore
  /** What was entered for each action and is not sent; forms write into it. */
  #entries: Kept = {}
  #follows = false

  constructor() {
    super()
    this.hideDetail = false
    this.hideTitle = false
    this.live = false
    this.attaching = false
    this.#reset()
    this.#store = new PanelStore({
      onChange: () => this.requestUpdate(),
      onDecided: (action, task) => {
        this.#tell('approval-decided', {
          action,
          taskNo: task.taskNo,
          taskStatus: task.status,
          instanceId: task.instance.id,
          instanceStatus: task.instance.status,
          title: task.instance.title,
          allowedActions: task.allowedActions,
        })
      },
      onProblem: ({ code, status, message: title }, action) => {
        this.#tell('approval-error', { code, status, title, ...(action && { action }) })
      },
      isInView: () => !document.hidden,
    })
  }

  /** Loaded by panels that follow, and by no other; where it fails the next change asks again, which older browsers refuse. */
  #startFollowing(): void {
    if (this.#follows) return
    this.#follows = true
    import('./following.ts').then(
      ({ Following }) => this.addController(new Following(() => this.#followed, this)),
      () => (this.#follows = false),
    )
  }

  get #followed(): Followed | undefined {
    const { transport } = this
    const id = this.live ? this.#store.state.instance?.id : undefined
    return id === undefined || transport === undefined ? undefined : { instanceId: id, transport }
  }

  /**
   * Reads everything again unless the entry of the log that has this number is shown.
   *
   * @returns whether there was anything to read.
   */
  async catchUp(sequence: number): Promise<boolean> {
    return this.#store.catchUp(sequence)
  }

  /** Reads everything again, as after an event that the host has heard of. */
  async reload(): Promise<void> {
    await this.#store.load()
  }

  #reset(): void {
    this.openForm = undefined
    this.#entries = {}
    this.remark = ''
    this.files = []
    this.diagramView = 'hidden'
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.live) this.#startFollowing()
    if (changed.has('taskNo') || changed.has('instanceId') || changed.has('transport')) {
      this.#reset()
      if (!changed.has('draft')) this.draft = undefined
      this.#store.show(this.#subject, this.transport)
    }
    if (!changed.has('draft') || this.draft === undefined) return
    ;({ action: this.openForm, remark: this.remark, files: this.files } = this.draft)
    if (this.openForm) this.#entries[this.openForm] = this.draft.entries
    this.#store.takeOver(this.draft.pending)
  }

  /** What is written here and not sent, or not known to be, for a page that leaves the task and may come back to it. */
  get unsent(): Draft | undefined {
    const { openForm: action, remark, files } = this
    const { pending } = this.#store.state
    const entries = (action && this.#entries[action]) ?? {}
    return toDraft({ action, entries, remark, files, pending })
  }

  get #subject(): Subject | undefined {
    if (this.taskNo) return { taskNo: this.taskNo }
    return this.instanceId ? { instanceId: this.instanceId } : undefined
  }

  get #language(): Language {
    const inherited = this.closest('[lang]')?.getAttribute('lang')
    return findLanguage(this.language ?? inherited ?? undefined)
  }

  protected override render(): TemplateResult {
    const language = this.#language
    const { phase, problem, instance, task, timeline, forecast } = this.#store.state
    if (phase === 'failed' && problem !== undefined) {
      return renderFailure(problem, language, () => void this.reload())
    }
    if (phase === 'loading') return renderSkeleton(language)
    if (instance === undefined) return renderEmpty(language)
    const people = knownPeople({ task, timeline, forecast })
    const openDetail =
      this.hideDetail || instance.detailUrl === ''
        ? undefined
        : () => {
            const { detailUrl, bizType, bizId, id: instanceId } = instance
            this.#tell('approval-open-detail', { detailUrl, bizType, bizId, instanceId })
          }
    const start = timeline.find(({ action }) => action === 'start')
    const [before, { hideTitle }] = [valuesBefore(this.#store.state), this]
    const summary = { instance, task, language, people, start, before, openDetail, hideTitle }
    return html`<article aria-labelledby="title" lang=${language.tag}>
      ${renderHeader(summary)} ${renderLastLook(this.#store.state, language)}
      <div class="body">
        <div class="column">
          <slot></slot>
          ${renderValues(summary)} ${renderForecast(this.#store.state, language)}
        </div>
        <div class="column">${this.#renderHistory(language, people)}</div>
      </div>
      <div class="wide">
        ${renderDiagram(this.diagramView, language, {
          theme: this.getAttribute('theme'),
          toggle: () => this.#toggleDiagram(),
        })}
      </div>
      ${this.#renderDecision(language, people)}
    </article>`
  }

  #renderDecision(language: Language, people: readonly Person[]) {
    const { task, timeline, notice, busy } = this.#store.state
    if (task === undefined) return nothing
    const { texts } = language
    const added = addedPeople(task.taskNo, timeline, people)
    const offered = offeredActions(task, added)
    const form = offered.find((action) => action === this.openForm)
    const faults = notice?.kind === 'problem' ? notice.problem.faults : []
    return html`<section part="decision" class="bar" aria-labelledby="decision">
      <h3 id="decision" class="unseen">${texts.decision}</h3>
      <div role="status" aria-live="polite">
        ${notice === undefined ? nothing : renderNotice(notice, language)}
      </div>
      ${offered.length === 0 ? renderNothingToDo(task, texts) : nothing}
      ${
        form === undefined
          ? nothing
          : keyed(
              form,
              html`<approval-action-form
                .action=${form}
                .task=${task}
                .language=${language}
                .people=${people}
                .added=${added}
                .find=${this.findPeople}
                .attach=${this.#attachFor(people)}
                .faults=${faults}
                .kept=${this.#entries}
                .isBack=${this.draft !== undefined}
                .busy=${busy !== undefined}
                .send=${(entries: Entries) => void this.#act(form, entries)}
                .close=${() => void this.#closeForm(form)}
              ></approval-action-form>`,
            )
      }
      ${renderChoices(offered, {
        isHidden: form !== undefined,
        busy,
        texts,
        press: (action) => this.#press(action),
      })}
    </section>`
  }

  /**
   * Does what a press of the action's button does: opens its form, or goes into the open one, or
   * carries it out where it asks nothing. For keys of the page around.
   *
   * @returns false when the service does not offer it now.
   */
  press(action: string): boolean {
    const button = this.renderRoot.querySelector<HTMLButtonElement>(
      `[data-action=${CSS.escape(action)}]`,
    )
    if (button === null || button.disabled) return false
    if (this.openForm !== action) button.click()
    // A form that was given back has not taken the focus.
    else this.#focus('#action-form :is(textarea, input)')
    return true
  }

  #press(action: ActionName): void {
    this.draft = undefined
    if (isImmediate(action)) void this.#act(action, {})
    else this.openForm = action
  }

  async #act(action: ActionName, entries: Entries): Promise<void> {
    const done = await this.#store.act(action, entries)
    if (done) this.openForm = this.draft = this.#entries[action] = undefined
    await this.updateComplete
    // The form stays for another try, and the focus in it, unless there is nothing to do any more.
    if (!done && this.renderRoot.querySelector('approval-action-form') !== null) return
    if (done && typeof this.diagramView === 'object') await this.#showDiagram()
    await this.updateComplete
    // The button that had the focus may be gone; the result is what comes next.
    this.#focus('[part=notice]')
  }

  async #closeForm(action: ActionName): Promise<void> {
    this.openForm = this.draft = undefined
    await this.updateComplete
    this.#focus(`[data-action=${action}]`)
  }

  #focus(selector: string): void {
    const element = this.renderRoot.querySelector(selector)
    if (element instanceof HTMLElement) element.focus()
  }

  #renderHistory(language: Language, people: readonly Person[]): TemplateResult {
    const store = this.#store
    return html`${renderTimeline({
      state: store.state,
      language,
      people,
      openAttachment: ({ documentId, versionId, name }) =>
        this.#tell('approval-open-attachment', { documentId, versionId, name }),
      takeAway: (attachment) => this.#takeAway(attachment),
      retry: () => void store.loadHistory(),
      resend: (remark) => void store.sendComment(remark),
      discard: (remark) => store.dropComment(remark),
    })}
    ${store.state.task === undefined ? nothing : this.#renderCommentForm(language, people)}`
  }

  /** The button that had the focus is gone then; what happened comes next. */
  async #takeAway(attachment: Attachment): Promise<void> {
    await this.#store.removeAttachment(attachment)
    await this.updateComplete
    this.#focus('#timeline')
  }

  /** The host's `attach`, told what for. */
  #attachFor(people: readonly Person[]): ChooseAttachments | undefined {
    const { attach } = this
    const { instance } = this.#store.state
    if (attach === undefined || instance === undefined) return undefined
    return () => attach({ instanceId: instance.id, people })
  }

  #renderCommentForm({ texts }: Language, people: readonly Person[]): TemplateResult {
    return renderRemarkForm({
      texts,
      text: this.remark,
      files: this.files,
      choose: this.#attachFor(people),
      write: (text) => (this.remark = text),
      isAttaching: this.attaching,
      attach: (files) => (this.files = files),
      wait: (isAttaching) => (this.attaching = isAttaching),
      send: (event) => this.#onRemark(event),
    })
  }

  #onRemark(event: Event): void {
    event.preventDefault()
    const text = this.remark.trim()
    if (text === '') return
    void this.#store.comment(text, this.files)
    this.remark = ''
    this.files = []
  }

  #toggleDiagram(): void {
    if (this.diagramView === 'hidden') void this.#showDiagram()
    else this.diagramView = 'hidden'
  }

  async #showDiagram(): Promise<void> {
    const { instance } = this.#store.state
    if (instance === undefined || this.transport === undefined) return
    if (this.diagramView === 'hidden') this.diagramView = 'loading'
    try {
      const [diagram] = await Promise.all([
        createApi(this.transport).getDiagram(instance.id),
        import('./diagram.ts'),
      ])
      if (this.#store.state.instance?.id === instance.id) this.diagramView = diagram
    } catch (error) {
      // A chunk that does not load is no problem document, but the person is helped the same way.
      this.diagramView = error instanceof ApprovalProblem ? error : noAnswer(error)
    }
  }

  #tell<K extends keyof PanelEventMap>(name: K, detail: PanelEventMap[K]): void {
    this.dispatchEvent(told(name, detail))
  }
}
