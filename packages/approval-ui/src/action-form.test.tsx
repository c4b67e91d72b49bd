import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ActionForm } from './action-form.ts'
import type { Entries } from './actions.ts'
import { define } from './define.ts'
import { aTask } from './testing/answers.ts'
import { findLanguage } from './text/texts.ts'

beforeAll(() => define('approval-action-form', ActionForm))
afterEach(() => document.body.replaceChildren())

async function openForm() {
  const form = new ActionForm()
  const send = vi.fn<(entries: Entries) => void>()
  const close = vi.fn<() => void>()
  const task = aTask()
  Object.assign(form, {
    action: 'approve',
    task: {
      ...task,
      fields: [
        { name: 'amount', type: 'number', label: 'Amount', required: true, access: 'write' },
        { name: 'reason', type: 'string', label: 'Reason', required: true, access: 'write' },
        { name: 'billable', type: 'boolean', label: 'Billable', required: true, access: 'write' },
      ],
    },
    language: findLanguage('en'),
    people: [],
    added: [],
    send,
    close,
  })
  document.body.append(form)
  await form.updateComplete
  const field = (selector: string) => {
    const found = form.querySelector<HTMLInputElement>(selector)
    if (found === null) throw new Error(`there is no ${selector}`)
    return found
  }
  return {
    form,
    send,
    close,
    field,
    /** As a browser does: what is written is told of as `change` only when the field is left. */
    type: (selector: string, text: string) => {
      field(selector).value = text
      field(selector).dispatchEvent(new Event('input', { bubbles: true }))
    },
    key: (selector: string, key: string, more: KeyboardEventInit = {}) => {
      const init = { key, bubbles: true, cancelable: true, ...more }
      field(selector).dispatchEvent(new KeyboardEvent('keydown', init))
    },
  }
}

describe('sending by the keyboard', () => {
  it.each([
    ['#field-amount', '2400', { amount: 2400 }],
    ['#field-reason', 'Stand alone', { reason: 'Stand alone' }],
  ])('sends of %s what stands in it, though it is not left', async (selector, text, values) => {
    const { send, type, key } = await openForm()
    type(selector, text)
    key(selector, 'Enter', { ctrlKey: true })
    expect(send.mock.calls).toEqual([[{ values }]])
  })

  it('leaves a choice as it is', async () => {
    const { send, key } = await openForm()
    key('input[type=checkbox]', 'Enter', { metaKey: true })
    expect(send.mock.calls).toEqual([[{}]])
  })

  it('sends nothing of a field with half a date or number in it, and keeps what was there', async () => {
    const { send, field, type, key } = await openForm()
    const amount = field('#field-amount')
    vi.spyOn(amount, 'validity', 'get').mockReturnValue({ badInput: true } as ValidityState)
    const report = vi.fn<() => boolean>(() => false)
    field('form').reportValidity = report
    type('#field-amount', '')
    key('#field-amount', 'Enter', { ctrlKey: true })
    expect([send.mock.calls, report.mock.calls.length]).toEqual([[], 1])
    report.mockReturnValue(true)
    key('textarea', 'Enter', { ctrlKey: true })
    expect(send.mock.calls).toEqual([[{}]])
  })
})

it('leaves the keys of an input method to it', async () => {
  const { send, close, key } = await openForm()
  key('textarea', 'Escape', { isComposing: true })
  key('textarea', 'Enter', { isComposing: true, ctrlKey: true })
  expect([close.mock.calls, send.mock.calls]).toEqual([[], []])
  key('textarea', 'Escape')
  expect(close).toHaveBeenCalledTimes(1)
})
