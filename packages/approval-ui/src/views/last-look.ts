import { html, nothing } from 'lit'
import { differ } from '../actions.ts'
import type { PanelState } from '../store.ts'
import type { Language } from '../text/texts.ts'
import { renderTime } from './time.ts'

type State = Pick<PanelState, 'task' | 'instance' | 'lastLook' | 'notice'>

/** What the reader last saw of the values that are others now, by their names. */
export function valuesBefore({
  instance,
  lastLook,
  notice,
}: Omit<State, 'task'>): ReadonlyMap<string, unknown> {
  const now = instance?.variables ?? {}
  const since = lastLook?.changes.map(({ name, from }) => [name, from] as const) ?? []
  const onScreen = notice?.kind === 'content' ? Object.entries(notice.before) : []
  // What was on the screen when the decision was refused is newer than any look that was kept.
  const before = new Map<string, unknown>([...since, ...onScreen])
  return new Map([...before].filter(([name, value]) => differ(value, now[name])))
}

/** Says that something is different since the reader last saw it; who sees it for the first time does not load it. */
export function renderLastLook({ task, instance, lastLook }: State, language: Language) {
  if (!lastLook?.seen || instance === undefined) return nothing
  // Without that code the time alone is shown; the next rendering asks again, which older browsers refuse unasked.
  void import('../last-look.ts').catch(() => undefined)
  return html`<approval-last-look
    exportparts="since"
    .shown=${{ task, instance, lastLook }}
    .language=${language}
    >${renderTime(lastLook.seen.at, language)}</approval-last-look
  >`
}
