import { render, type TemplateResult } from 'lit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AttachedFile } from '../attached-file.ts'
import { define } from '../define.ts'
import { ApprovalProblem, noAnswer } from '../problem.ts'
import type { PanelState } from '../store.ts'
import { aTask, anInstance, forecast, lastLook, people, timeline } from '../testing/answers.ts'
import { findLanguage } from '../text/texts.ts'
import { renderForecast } from './forecast.ts'
import { valuesBefore } from './last-look.ts'
import { renderFailure, renderNotice } from './states.ts'
import { renderHeader, renderValues } from './summary.ts'
import { renderTimeline } from './timeline.ts'

const english = findLanguage('en')
const chinese = findLanguage('zh-CN')
const known = Object.values(people)

/** What stands on the page, its spaces as one reads them. */
function draw(content: TemplateResult | symbol): HTMLElement {
  const page = document.createElement('div')
  document.body.append(page)
  render(content, page)
  return page
}
const read = (element: Element | null | undefined) =>
  (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
const all = (page: HTMLElement, selector: string) => [...page.querySelectorAll(selector)]

afterEach(() => document.body.replaceChildren())

describe('what it is', () => {
  const summary = {
    instance: anInstance(),
    task: aTask(),
    language: english,
    people: known,
    before: new Map<string, unknown>(),
    openDetail: undefined,
  }

  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T08:00:00Z') }),
  )
  afterEach(() => vi.useRealTimers())

  it('says title, state, who started it, at which step and in which round it is', () => {
    const text = read(draw(renderHeader(summary)))
    for (const part of ['Trade fair in Hannover', 'Erin Moss', 'Manager approval', 'Expense']) {
      expect(text).toContain(part)
    }
    expect(text).toContain('2')
  })

  it('names the agent through which it was started', () => {
    const [first] = timeline
    const start = first && { ...first, details: { agent: 'build-bot', agentName: 'Build Bot' } }
    const english = read(draw(renderHeader({ ...summary, start })))
    expect(english).toContain('Started by Erin Moss through the agent Build Bot')
    const inChinese = read(draw(renderHeader({ ...summary, start, language: chinese })))
    expect(inChinese).toContain('Erin Moss 通过智能体 Build Bot')
    const nameless = first && { ...first, details: { agent: 'build-bot' } }
    expect(read(draw(renderHeader({ ...summary, start: nameless })))).toContain('agent build-bot')
    expect(read(draw(renderHeader({ ...summary, start: first })))).not.toContain('agent')
  })

  it('says in whose place the reader is asked', () => {
    const task = aTask({ onBehalfOf: people.employee })
    expect(read(draw(renderHeader({ ...summary, task })))).toContain('on behalf of Erin Moss')
    const inChinese = draw(renderHeader({ ...summary, task, language: chinese }))
    expect(read(inChinese)).toContain('代 Erin Moss')
  })

  it.each([
    ['2026-11-18T16:00:00.000Z', ['approve'], true],
    ['2026-11-20T16:00:00.000Z', ['approve'], false],
    // Who has nothing to decide is late with nothing.
    ['2026-11-18T16:00:00.000Z', [], false],
  ])('due at %s with %j to do is late: %s', (dueAt, allowedActions, late) => {
    const page = draw(renderHeader({ ...summary, task: aTask({ dueAt, allowedActions }) }))
    expect(page.querySelector('.late') !== null).toBe(late)
  })

  it('leads to the page of the application where it may', () => {
    const openDetail = vi.fn<() => void>()
    expect(draw(renderHeader(summary)).querySelector('button')).toBeNull()
    draw(renderHeader({ ...summary, openDetail }))
      .querySelector('button')
      ?.click()
    expect(openDetail).toHaveBeenCalledTimes(1)
  })

  it('shows the values that the step lets one see, by their labels', () => {
    const values = all(draw(renderValues(summary)), 'dl > div').map(read)
    expect(values).toContain('Amount 2,500.5')
    expect(values).toContain('Billable Yes')
    expect(values).toContain('Cost centre owner Felix Okafor')
    // Declared, and not filled in.
    expect(values.at(-1)).toMatch(/^costCentre ./)
  })

  it('[BPM-23] says what is to be decided at a glance, once, as the business type wants it written', () => {
    const both = (en: string, zh: string) => ({ en, 'zh-CN': zh })
    const keyed = anInstance({
      keyFields: [
        {
          name: 'amount',
          label: both('Sum', '总额'),
          format: 'money',
          value: 2500.5,
          currency: 'EUR',
        },
        {
          name: 'nights',
          label: both('Stay', '住宿'),
          format: 'quantity',
          value: 2,
          unit: both('nights', '晚'),
        },
        { name: 'travelDate', label: both('Day', '日期'), format: 'date', value: '2026-11-30' },
        {
          name: 'approver',
          label: both('Owner', '负责人'),
          format: 'person',
          value: people.finance1.id,
        },
      ],
    })
    const shown = { ...summary, instance: keyed }
    const keys = (of: Parameters<typeof renderHeader>[0]) =>
      all(draw(renderHeader(of)), '.keys > div').map(read)
    const english = ['Sum €2,500.50', 'Stay 2 nights', 'Day Nov 30, 2026', 'Owner Felix Okafor']
    expect(keys(shown)).toEqual(english)
    expect(keys({ ...shown, language: chinese }).slice(0, 3)).toEqual([
      '总额 €2,500.50',
      '住宿 2 晚',
      '日期 2026年11月30日',
    ])
    const values = all(draw(renderValues(shown)), 'dl > div').map(read)
    expect(values.join()).not.toMatch(/2,500|Felix/)
    expect(values).toContain('Billable Yes')
    const marked = { ...shown, before: new Map<string, unknown>([['amount', 10]]) }
    expect(keys(marked)[0]).toBe('Sum before: €10.00 now: €2,500.50')
    // An amount is read with its currency: the old one with the currency of then.
    const inDollars = { ...marked, instance: { ...keyed, variables: { currency: 'EUR' } } }
    const before = new Map<string, unknown>([['currency', 'USD']])
    expect(keys({ ...inDollars, before })[0]).toBe('Sum before: $2,500.50 now: €2,500.50')
  })

  it('says how long ago it was, with day and time at hand', () => {
    const time = draw(renderHeader(summary)).querySelector('time')
    expect(read(time)).toBe('23 hours ago')
    expect(time?.dateTime).toBe('2026-11-18T08:12:00.000Z')
    expect(time?.title).toMatch(/^Nov 18, 2026, \d/)
  })

  it('says in words which values are others than the reader saw, and than others decided on', () => {
    const node = { id: 'finance', name: 'Countersign of finance' }
    const marked = {
      ...summary,
      task: aTask({ changedSince: [{ node, names: ['amount'] }] }),
      before: new Map<string, unknown>([
        ['amount', 10],
        ['costCentre', 'north'],
        ['travelDate', null],
      ]),
    }
    const values = all(draw(renderValues(marked)), 'dl > div')
    expect(read(values[0])).toBe(
      'Amount before: 10 now: 2,500.5 Changed since “Countersign of finance” was decided',
    )
    expect(read(values.at(-1))).toBe('costCentre before: north now: not given')
    expect(values.map((value) => read(value.querySelector('del')))).toEqual([
      '10',
      '',
      'not given',
      '',
      '',
      'north',
    ])
    const inChinese = all(draw(renderValues({ ...marked, language: chinese })), '.changed')
    expect(inChinese.map(read)).toContain('“Countersign of finance”审批后已变更')
  })

  it('shows in an approval without a task all values, by the names of the business type', () => {
    const { texts } = english
    const page = draw(renderValues({ ...summary, task: undefined }))
    const names = all(page, 'dt').map(read)
    expect(names).toEqual(['Amount', 'Reason', 'Date of travel', 'billable', 'approver'])
    const none = draw(renderValues({ ...summary, task: aTask({ fields: [] }) }))
    expect(read(none)).toContain(texts.nothingDeclared)
  })

  it('leaves out the ids of the version of a document, and of nothing else', () => {
    const variables = { documentId: 'd-1', versionId: 'v-1', sha256: 'ab', fileName: 'plan.pdf' }
    const namesOf = (bizType: string) => {
      const instance = anInstance({ bizType, variables, labels: {}, keyFields: [] })
      const page = draw(renderValues({ ...summary, instance, task: undefined }))
      return all(page, 'dt').map(read)
    }
    expect(namesOf('dms.document')).toEqual(['fileName'])
    expect(namesOf('expense')).toEqual(Object.keys(variables))
  })

  it('shows markup in a value as text', () => {
    const instance = anInstance({ title: '<img src=x onerror=alert(1)>' })
    const page = draw(renderHeader({ ...summary, instance }))
    expect(page.querySelector('img')).toBeNull()
    expect(read(page)).toContain('<img src=x onerror=alert(1)>')
  })
})

describe('where it goes from here', () => {
  const draft = { forecast, forecastProblem: undefined }

  it('names the steps and their people, and which is now', () => {
    const steps = all(draw(renderForecast(draft, english) as TemplateResult), 'li').map(read)
    expect(steps).toHaveLength(3)
    expect(steps[0]).toContain('Mara Lindqvist')
    expect(steps[0]).toContain(english.texts.now)
    expect(steps[1]).toContain('Felix Okafor, 王芳')
    expect(steps[1]).toContain(english.texts.modes['all'])
    expect(steps[2]).toContain(english.texts.informed)
  })

  it('joins people as the language does', () => {
    const steps = all(draw(renderForecast(draft, chinese) as TemplateResult), 'li').map(read)
    expect(steps[1]).toContain(`Felix Okafor${chinese.texts.comma}王芳`)
  })

  it.each([
    ['that it ends there', { ...forecast }, 'forecastEnd'],
    ['that it depends', { ...forecast, complete: false }, 'forecastOpen'],
    ['that something is open', { ...forecast, openQuestion: 'amount?' }, 'forecastOpen'],
  ] as const)('says %s', (_, path, words) => {
    const page = draw(renderForecast({ ...draft, forecast: path }, english) as TemplateResult)
    expect(read(page)).toContain(english.texts[words])
  })

  it('says nothing once it has ended, and why when it cannot be told', () => {
    const ended = { ...forecast, steps: [] }
    expect(read(draw(renderForecast({ ...draft, forecast: ended }, english)))).toBe('')
    const broken = { forecast: undefined, forecastProblem: noAnswer(new Error()) }
    expect(read(draw(renderForecast(broken, english) as TemplateResult))).toContain('network')
  })
})

describe('what the reader last saw', () => {
  const state = { instance: anInstance(), lastLook, notice: undefined }
  const valuesIn = (changes: Partial<PanelState>) => [...valuesBefore({ ...state, ...changes })]

  it('is kept of the values that are others now', () => {
    const since = [
      ['amount', 3100],
      ['costCentre', 'north'],
    ]
    expect(valuesIn({})).toEqual(since)
    const back = anInstance({ variables: { ...anInstance().variables, amount: 3100 } })
    expect(valuesIn({ instance: back })).toEqual(since.slice(1))
  })

  it('is what was on the screen, where the service has refused to decide on that', () => {
    const notice = { kind: 'content', before: { ...anInstance().variables, amount: 2400 } } as const
    expect(valuesIn({ notice })).toEqual([
      ['amount', 2400],
      ['costCentre', 'north'],
    ])
  })
})

describe('what happened', () => {
  const resend = vi.fn<(remark: unknown) => void>()
  const discard = vi.fn<(remark: unknown) => void>()
  const openAttachment = vi.fn<(attachment: unknown) => void>()
  const takeAway = vi.fn<(attachment: unknown) => Promise<void>>(() => Promise.resolve())
  const state = {
    task: aTask(),
    instance: anInstance(),
    timeline,
    timelineProblem: undefined,
    pending: [],
  } as unknown as PanelState
  const view = (changes: Partial<PanelState> = {}, language = english) => ({
    state: { ...state, ...changes },
    language,
    people: known,
    openAttachment,
    takeAway,
    retry: () => undefined,
    resend,
    discard,
  })

  it('is told by rounds, with what was changed between them', () => {
    const page = draw(renderTimeline(view()))
    const rounds = all(page, '.round').map(read)
    expect(rounds).toHaveLength(2)
    expect(rounds[1]).toContain('Amount, Reason')
    expect(all(page, '.log > li')).toHaveLength(timeline.length)
  })

  it('says in whose place somebody acted', () => {
    const instead = timeline.map((item) => ({ ...item, onBehalfOf: people.manager }))
    const page = draw(renderTimeline(view({ timeline: instead })))
    expect(read(all(page, '.log > li')[0])).toContain('on behalf of Mara Lindqvist')
  })

  it('names the signal that it has heard', () => {
    const heard = timeline.map((item) => ({
      ...item,
      action: 'signal',
      actor: { id: 'signal', name: 'Signal', kind: 'service' as const },
      details: { signal: 'rates.changed' },
    }))
    const [line] = all(draw(renderTimeline(view({ timeline: heard }))), '.log > li').map(read)
    expect(line).toContain('Signal led it on: rates.changed')
    const other = heard.map((item) => ({ ...item, action: 'approve' }))
    const [none] = all(draw(renderTimeline(view({ timeline: other }))), '.log > li').map(read)
    expect(none).not.toContain('rates.changed')
  })

  it.each([
    ['timer', { purpose: 'remind' }, 'Timer went off: those who decide were reminded', '计时器'],
    ['timer', { purpose: 'catch' }, 'Timer went off', '到时'],
    ['message', { message: 'paid' }, 'Timer sent it a message: paid', '发来消息'],
    ['call', { node: 'legal' }, 'Timer called another approval', '调用其他审批'],
    ['callEnded', { result: 'approved' }, 'Timer ended what it had called: Approved', '已同意'],
  ])('has words for what nobody did by hand: %s %o', (action, details, words, inChinese) => {
    const actor = { id: 'timer', name: 'Timer', kind: 'service' as const }
    const done = timeline.map((item) => ({ ...item, action, actor, details }))
    const [line, other] = [english, chinese].map((language) => {
      const [first] = all(draw(renderTimeline(view({ timeline: done }, language))), '.log > li')
      return read(first)
    })
    expect(line).toContain(words)
    expect(other).toContain(inChinese)
  })

  it('says what was said, who was added, and what is attached', async () => {
    define('approval-attached-file', AttachedFile)
    const page = draw(renderTimeline(view()))
    expect(read(page)).toContain('Which fair? And why two nights?')
    expect(read(all(page, '.log > li').at(-1))).toContain('王芳')
    const [file] = all(page, 'approval-attached-file')
    await (file as AttachedFile).updateComplete
    page.querySelector<HTMLButtonElement>('.files button')?.click()
    expect(openAttachment).toHaveBeenCalledWith(expect.objectContaining({ name: 'Quotation.pdf' }))
  })

  it('calls a value in the language of its reader, as far as the business type does', () => {
    const labels = { en: 'Sum', 'zh-CN': '总额' }
    const changed = timeline.map((item) => ({ ...item, changedSince: ['amount'] }))
    const instance = { ...anInstance(), keyFields: [], localLabels: { amount: labels } }
    const fields = aTask().fields.map((field) => ({ ...field, labels }))
    for (const task of [undefined, { ...aTask(), fields, instance }]) {
      const said = { task, instance, timeline: changed } as Partial<PanelState>
      expect(read(draw(renderTimeline(view(said))))).toContain('Changed since then: Sum')
      expect(read(draw(renderTimeline(view(said, chinese))))).toContain('总额')
    }
  })

  it('says which values a decision was made on that are others now', () => {
    const changed = timeline.map((item, at) =>
      at === 1 ? { ...item, changedSince: ['amount'] } : item,
    )
    const lines = all(draw(renderTimeline(view({ timeline: changed }))), '.log > li').map(read)
    expect(lines.filter((line) => line.includes('Changed since then: Amount'))).toEqual([lines[1]])
  })

  it('says that something was taken away that was attached when it was decided', () => {
    const changed = timeline.map((item, at) =>
      at === 1 ? { ...item, changedSince: ['@attachments', 'amount'] } : item,
    )
    const lines = all(draw(renderTimeline(view({ timeline: changed }))), '.log > li').map(read)
    expect(lines[1]).toContain('Changed since then: Amount, Attachments')
  })

  it('calls by name only what the reader’s step may see', () => {
    const [amount] = aTask().fields
    const task = aTask({ fields: amount === undefined ? [] : [amount] })
    const rounds = all(draw(renderTimeline(view({ task }))), '.round').map(read)
    expect(rounds[1]).toContain('Amount')
    expect(rounds[1]).not.toContain('Reason')
  })

  it('shows a remark on its way, and one that did not get through with what to do', () => {
    const remark = { text: 'Why?', attachments: [], idempotencyKey: 'k', problem: undefined }
    const failed = { ...remark, idempotencyKey: 'l', problem: noAnswer(new Error()) }
    const page = draw(renderTimeline(view({ pending: [remark, failed] })))
    expect(read(page)).toContain(english.texts.sending)
    const [again, drop] = all(page, '.entry.bad button').slice(-2)
    if (again instanceof HTMLElement) again.click()
    if (drop instanceof HTMLElement) drop.click()
    expect(resend).toHaveBeenCalledWith(failed)
    expect(discard).toHaveBeenCalledWith(failed)
  })
})

describe('what became of an action', () => {
  const outcome = {
    status: 'APPROVED',
    assignee: people.manager,
    endedAt: '2026-11-20T10:00:00Z',
    endedBy: people.finance1,
  } as const

  it('that somebody else was faster says who decided, and how', () => {
    const text = read(draw(renderNotice({ kind: 'decided', outcome }, english)))
    expect(text).toContain('Felix Okafor')
    expect(text).toContain(english.texts.statuses.APPROVED)
    expect(text).not.toContain('Mara Lindqvist')
  })

  it('that somebody has taken it says who holds it', () => {
    const held = { ...outcome, status: 'CLAIMED', endedAt: null, endedBy: null } as const
    const text = read(draw(renderNotice({ kind: 'decided', outcome: held }, english)))
    expect(text).toContain('Mara Lindqvist')
    expect(text).toContain(english.texts.heldBefore)
  })

  it('that was refused says why, each fault, and the code to ask about', () => {
    const faults = [{ pointer: '/to', code: 'x', detail: 'Nobody of this name' }]
    const problem = new ApprovalProblem({
      title: 'Not valid',
      code: 'bpm.x',
      status: 422,
      faults,
      requestId: 'r-9',
    })
    const text = read(draw(renderNotice({ kind: 'problem', problem }, english)))
    for (const part of ['Not valid', 'Nobody of this name', 'bpm.x', 'r-9'])
      expect(text).toContain(part)
  })

  it.each([english, chinese])('that was refused for what has changed says so: $tag', (language) => {
    const page = draw(renderNotice({ kind: 'content', before: {} }, language))
    expect(read(page)).toBe(language.texts.contentChanged)
  })

  it('without an answer says that it may have been done', () => {
    const text = read(
      draw(renderNotice({ kind: 'problem', problem: noAnswer(new Error('x')) }, english)),
    )
    expect(text).toContain(english.texts.networkText)
  })

  it('that cannot even be shown offers to try again', () => {
    const retry = vi.fn<() => void>()
    const problem = new ApprovalProblem({ title: 'Not found', code: 'bpm.not_found', status: 404 })
    const page = draw(renderFailure(problem, english, retry))
    expect(read(page)).toContain('bpm.not_found')
    page.querySelector('button')?.click()
    expect(retry).toHaveBeenCalledTimes(1)
  })
})
