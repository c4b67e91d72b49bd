import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ActionForm } from './action-form.ts'
import { AttachmentsField } from './attachments-field.ts'
import type { Entries } from './actions.ts'
import type { Attachment } from './contract.ts'
import { define } from './define.ts'
import { aTask } from './testing/answers.ts'
import { findLanguage } from './text/texts.ts'

beforeAll(() => {
  define('approval-action-form', ActionForm)
  define('approval-attachments', AttachmentsField)
})
afterEach(() => document.body.replaceChildren())

async function openForm(changes: Partial<ActionForm> = {}) {
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
    kept: {},
    send,
    close,
    ...changes,
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

it('is not sent without the documents that are still on their way', async () => {
  const file = { documentId: 'd-1', versionId: 'v-1', name: 'plan.txt' }
  const upload = Promise.withResolvers<readonly Attachment[]>()
  const { form, send, field, key } = await openForm({ attach: () => upload.promise })
  const submit = () => field('button[type=submit]')
  field('approval-attachments button').click()
  await form.updateComplete
  expect(submit().textContent.trim()).toBe('Attaching …')
  submit().click()
  key('textarea', 'Enter', { ctrlKey: true })
  expect(send).not.toHaveBeenCalled()
  upload.resolve([file])
  await expect.poll(() => submit().textContent.trim()).toBe('Approve')
  submit().click()
  expect(send.mock.calls).toEqual([[{ attachments: [file] }]])
})

it('waits no longer for documents that did not get through', async () => {
  const upload = Promise.withResolvers<readonly Attachment[]>()
  const { form, send, field } = await openForm({ attach: () => upload.promise })
  field('approval-attachments button').click()
  await form.updateComplete
  upload.reject(new TypeError('down'))
  await expect.poll(() => field('button[type=submit]').textContent.trim()).toBe('Approve')
  field('button[type=submit]').click()
  expect(send).toHaveBeenCalledTimes(1)
})

it('leaves the keys of an input method to it', async () => {
  const { send, close, key } = await openForm()
  key('textarea', 'Escape', { isComposing: true })
  key('textarea', 'Enter', { isComposing: true, ctrlKey: true })
  expect([close.mock.calls, send.mock.calls]).toEqual([[], []])
  key('textarea', 'Escape')
  expect(close).toHaveBeenCalledTimes(1)
})

it('keeps Escape from the page around, where it would close the task, also while it is sent', async () => {
  const heard = vi.fn<() => void>()
  document.addEventListener('keydown', heard)
  onTestFinished(() => document.removeEventListener('keydown', heard))
  const { form, close, key } = await openForm()
  key('input[type=checkbox]', 'Escape')
  form.busy = true
  key('input[type=checkbox]', 'Escape')
  expect([close.mock.calls.length, heard.mock.calls]).toEqual([1, []])
})
