import { renderAgent, renderBehalf } from './behalf.ts'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Person, TimelineAttachment, TimelineItem } from '../contract.ts'
import { labelOf } from '../labels.ts'
import { changedNames, toRounds, type Round } from '../rounds.ts'
import type { PanelState, PendingComment } from '../store.ts'
import { fill, textFor, type Language, type Texts } from '../text/texts.ts'
import { renderTime } from './time.ts'

interface TimelineView {
  readonly state: PanelState
  readonly language: Language
  readonly people: readonly Person[]
  readonly openAttachment: (attachment: TimelineAttachment) => void
  readonly takeAway: (attachment: TimelineAttachment) => Promise<void>
  readonly retry: () => void
  readonly resend: (remark: PendingComment) => void
  readonly discard: (remark: PendingComment) => void
}

const tones: Readonly<Record<string, string>> = {
  approve: 'good',
  resubmit: 'good',
  reject: 'bad',
  terminate: 'bad',
  return: 'warn',
  withdraw: 'warn',
  suspend: 'warn',
}

/** What happened, by rounds, with what changed between them. */
export function renderTimeline(view: TimelineView): TemplateResult {
  const { state, language } = view
  const { texts } = language
  const rounds = toRounds(state.timeline)
  return html`<section part="timeline" aria-labelledby="timeline">
    <h3 id="timeline" tabindex="-1">${texts.timeline}</h3>
    ${
      state.timelineProblem === undefined
        ? nothing
        : html`<div class="note bad" role="alert">
            ${texts.timelineFailed} <span class="code">${state.timelineProblem.code}</span>
            <button type="button" part="button" class="quiet" @click=${view.retry}>
              ${texts.retry}
            </button>
          </div>`
    }
    ${
      rounds.length === 0 && state.timelineProblem === undefined
        ? html`<p class="hint">${texts.timelineEmpty}</p>`
        : nothing
    }
    ${rounds.map((round) => renderRound(round, rounds.length > 1, view))}
    ${
      state.pending.length === 0
        ? nothing
        : html`<ul class="log">
            ${repeat(
              state.pending,
              ({ idempotencyKey }) => idempotencyKey,
              (remark) => renderPending(remark, view),
            )}
          </ul>`
    }
  </section>`
}

function renderRound(round: Round, numbered: boolean, view: TimelineView): TemplateResult {
  const { texts } = view.language
  const changed = labelsOf(round.changed, view)
  return html`${
      numbered
        ? html`<div class="round">
            <h4>${fill(texts.round, { n: round.number })}</h4>
            ${
              changed.length === 0
                ? nothing
                : html`<span class="meta"
                    >${texts.changed}${texts.colon}<bdi>${changed.join(texts.comma)}</bdi></span
                  >`
            }
          </div>`
        : nothing
    }
    <ol class="log">
      ${repeat(
        round.items,
        ({ sequence }) => sequence,
        (item) => renderItem(item, view),
      )}
    </ol>`
}

function renderItem(item: TimelineItem, view: TimelineView): TemplateResult {
  const { language, people } = view
  const { texts } = language
  const changed = labelsOf(changedNames(item), view)
  const named = peopleIn(item, people)
  const about = [...named, ...changed, ...heardIn(item, texts)].join(texts.comma)
  return html`<li class="entry ${tones[item.action] ?? ''}" part="entry">
    <div>
      <strong><bdi>${actorName(item.actor, texts)}</bdi></strong
      >${renderAgent(item, language)}${renderBehalf(item.onBehalfOf, language)}
      ${textFor(texts.events, item.action) ?? item.action}${
        about === '' ? nothing : html`${texts.colon}<bdi>${about}</bdi>`
      }
    </div>
    <div class="meta">
      ${item.task === null ? nothing : html`<bdi>${item.task.node.name}</bdi> · `}${renderTime(item.at, language)}
    </div>
    ${
      item.comment === null || item.comment === ''
        ? nothing
        : html`<div class="said" dir="auto">${item.comment}</div>`
    }
    ${renderReason(item)} ${renderNamed(namesIn(item.details['cc']), texts.copiedTo, texts)}
    ${renderNamed(namesIn(item.details['carried']), texts.carriedTo, texts)}
    ${renderNamed(changedLater(item, view), texts.changedLater, texts)}
    ${renderFiles(item.attachments, view)}
  </li>`
}

/** The platform itself is named in the language of the reader. */
const actorName = ({ id, kind, name }: TimelineItem['actor'], { actors }: Texts): string =>
  (kind === 'service' ? textFor(actors, id) : undefined) ?? name

/** What nobody did by hand: the signal or message that came, what a time was for, how what was called ended. */
function heardIn({ action, details }: TimelineItem, texts: Texts): readonly string[] {
  const { signal, message, purpose, result } = details
  const said: Readonly<Record<string, unknown>> = {
    signal,
    message,
    timer: textFor(texts.timers, String(purpose)),
    callEnded: textFor(texts.statuses, String(result).toUpperCase()),
  }
  const heard = said[action]
  return typeof heard === 'string' ? [heard] : []
}

/** Values that a decision was made on and are others now, and attachments, where one was taken away. */
function changedLater({ changedSince = [] }: TimelineItem, view: TimelineView): readonly string[] {
  const { texts } = view.language
  const others = changedSince.includes('@attachments') ? [texts.attachments] : []
  const values = changedSince.filter((name) => name !== '@attachments')
  return [...labelsOf(values, view), ...others]
}

/** Administrators give a reason where others comment. */
function renderReason({ details }: TimelineItem) {
  const { reason } = details
  return typeof reason === 'string' ? html`<div class="said" dir="auto">${reason}</div>` : nothing
}

/** Whom the actor has shown it to, where else an approval counts, what was changed after it. */
function renderNamed(names: readonly string[], label: string, texts: Language['texts']) {
  if (names.length === 0) return nothing
  return html`<div class="meta">${label}${texts.colon}<bdi>${names.join(texts.comma)}</bdi></div>`
}

const namesIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((one: unknown) => (isNamed(one) ? one.name : [])) : []

const isNamed = (value: unknown): value is { readonly name: string } =>
  typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'

function renderFiles(attachments: readonly TimelineAttachment[], view: TimelineView) {
  if (attachments.length === 0) return nothing
  return html`<ul class="files" aria-label=${view.language.texts.attachments}>
    ${attachments.map(
      (one) =>
        html`<li>
          <approval-attached-file
            .file=${one}
            .language=${view.language}
            .open=${view.openAttachment}
            .takeAway=${view.takeAway}
          ></approval-attached-file>
        </li>`,
    )}
  </ul>`
}

function renderPending(remark: PendingComment, view: TimelineView): TemplateResult {
  const { texts } = view.language
  return html`<li class="entry ${remark.problem === undefined ? '' : 'bad'}" part="entry">
    <div class="meta" role="status">
      ${
        remark.problem === undefined
          ? texts.sending
          : html`${texts.notSent} <span class="code">${remark.problem.code}</span>`
      }
    </div>
    <div class="said" dir="auto">${remark.text}</div>
    ${
      remark.problem === undefined
        ? nothing
        : html`<button
              type="button"
              part="button"
              class="quiet"
              @click=${() => view.resend(remark)}
            >
              ${texts.retry}</button
            ><button type="button" part="button" class="quiet" @click=${() => view.discard(remark)}>
              ${texts.discard}
            </button>`
    }
  </li>`
}

/** Only what the reader's task may see is called by name. */
function labelsOf(
  names: readonly string[],
  { state, language }: Pick<TimelineView, 'state' | 'language'>,
): readonly string[] {
  const fields = state.task?.fields.map(({ name }) => name).filter((name) => names.includes(name))
  return (fields ?? names).map((name) => labelOf(name, state, language))
}

function peopleIn({ action, details }: TimelineItem, people: readonly Person[]): readonly string[] {
  const { to, users } = details
  if (action === 'jump') return []
  const ids: readonly unknown[] = Array.isArray(users) ? users : to === undefined ? [] : [to]
  return ids.flatMap((id) => people.find((person) => person.id === id)?.name ?? [])
}
