import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { AttachedFile } from './attached-file.ts'
import type { TimelineAttachment } from './contract.ts'
import { define } from './define.ts'
import { ApprovalProblem } from './problem.ts'
import { findLanguage } from './text/texts.ts'

beforeAll(() => define('approval-attached-file', AttachedFile))
afterEach(() => document.body.replaceChildren())

const one = { documentId: 'd', versionId: 'v', name: 'Quotation.pdf' }

async function draw(more: Partial<TimelineAttachment>, lang = 'en') {
  const element = new AttachedFile()
  const takeAway = vi.fn<(file: TimelineAttachment) => Promise<void>>(() => Promise.resolve())
  const open = vi.fn<(file: TimelineAttachment) => void>()
  Object.assign(element, {
    file: { ...one, ...more },
    language: findLanguage(lang),
    open,
    takeAway,
  })
  document.body.append(element)
  await element.updateComplete
  const press = async (selector: string) => {
    const found = element.querySelector<HTMLElement>(selector)
    if (found === null) throw new Error(`there is no ${selector}`)
    found.click()
    await element.updateComplete
    await element.updateComplete
  }
  return { element, takeAway, open, press, text: () => element.textContent.replaceAll(/\s+/g, ' ') }
}

it('opens the document, and offers nothing more to whoever may not take it away', async () => {
  const { element, open, press } = await draw({ mayRemove: false })
  await press('button')
  expect(open).toHaveBeenCalledWith(expect.objectContaining(one))
  expect(element.querySelectorAll('button')).toHaveLength(1)
})

it('takes it away once it has been asked and confirmed, with the focus on what is asked', async () => {
  const { element, takeAway, press, text } = await draw({ mayRemove: true })
  const offer = element.querySelector('[data-take-away]')
  expect(offer?.getAttribute('aria-label')).toBe('Take away: Quotation.pdf')
  await press('[data-take-away]')
  expect(takeAway).not.toHaveBeenCalled()
  expect(text()).toContain('Take “Quotation.pdf” away?')
  expect(element.querySelector('[role=group]')?.getAttribute('aria-label')).toContain('Quotation')
  expect(document.activeElement?.hasAttribute('data-confirm')).toBe(true)
  await press('[data-confirm]')
  expect(takeAway).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(one))
})

it('leaves it on second thoughts, by the button or by Escape, with the focus where it was', async () => {
  const { element, takeAway, press } = await draw({ mayRemove: true })
  await press('[data-take-away]')
  await press('.actions .quiet')
  expect(document.activeElement?.hasAttribute('data-take-away')).toBe(true)
  await press('[data-take-away]')
  const heard = vi.fn<() => void>()
  document.addEventListener('keydown', heard)
  const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
  document.activeElement?.dispatchEvent(escape)
  document.removeEventListener('keydown', heard)
  // To the page around it would mean the whole task.
  expect(heard).not.toHaveBeenCalled()
  await element.updateComplete
  expect(element.querySelector('[role=group]')).toBeNull()
  expect(takeAway).not.toHaveBeenCalled()
})

it('says why it is not done, and stays for another try', async () => {
  const { element, takeAway, press, text } = await draw({ mayRemove: true })
  takeAway.mockRejectedValueOnce(
    new ApprovalProblem({ code: 'bpm.change_refused', status: 409, title: 'It was decided on' }),
  )
  await press('[data-take-away]')
  await press('[data-confirm]')
  await expect.poll(() => element.querySelector('[role=alert]')).not.toBeNull()
  expect(text()).toContain('bpm.change_refused')
  await press('[data-confirm]')
  expect(takeAway).toHaveBeenCalledTimes(2)
})

it.each([
  ['en', 'taken away by Erin Moss'],
  ['zh-CN', '已由 Erin Moss 移除'],
])('says in %s who has taken it away', async (lang, said) => {
  const removed = { at: '2026-11-20T10:00:00Z', by: { id: 'e', name: 'Erin Moss' } }
  const { element, text } = await draw({ removed, mayRemove: false }, lang)
  expect(text()).toContain(said)
  expect(element.querySelector('s')?.textContent).toBe('Quotation.pdf')
  expect(element.querySelectorAll('button')).toHaveLength(0)
})
