import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ApiProblem, type Fault } from '../../api/problem.ts'
import { useFields } from './use-fields.ts'

const fault = (pointer: string, detail: string): Fault => ({ pointer, code: 'invalid', detail })

const refusal = (...errors: readonly Fault[]) =>
  new ApiProblem({ code: 'iam.validation_failed', title: 'Not valid', status: 400, errors })

const initial = { name: 'Ann', email: '', roles: ['clerk'] as readonly string[] }

const form = (error: unknown = null, prefix?: string) =>
  renderHook((shown: { error: unknown }) => useFields(initial, shown.error, prefix), {
    initialProps: { error },
  })

describe('the values of a form', () => {
  it('are what was typed, field by field', () => {
    const { result } = form()
    act(() => result.current.text('name').onChange({ currentTarget: { value: 'Bob' } }))
    act(() => result.current.field('roles').onChange([]))
    expect(result.current.values).toEqual({ name: 'Bob', email: '', roles: [] })
    expect(result.current.text('name').value).toBe('Bob')
  })

  it('keep all of several changes that come at once', () => {
    const { result } = form()
    act(() => {
      result.current.set('name', 'Bob')
      result.current.set('email', 'bob@acme.example')
    })
    expect(result.current.values).toMatchObject({ name: 'Bob', email: 'bob@acme.example' })
  })

  it('stay when a request is refused, and can be put back', () => {
    const { result, rerender } = form()
    act(() => result.current.set('name', 'Bob'))
    rerender({ error: refusal(fault('/name', 'taken')) })
    expect(result.current.values.name).toBe('Bob')
    act(() => result.current.reset(initial))
    expect(result.current.values).toEqual(initial)
  })
})

describe('the faults of a refusal', () => {
  it('stand at their fields, and the first of them is where to go', () => {
    const { result } = form(refusal(fault('/email', 'no address'), fault('/name', 'too long')))
    expect(result.current.text('email').error).toBe('no address')
    expect(result.current.field('name').error).toBe('too long')
    expect(result.current.field('roles').error).toBeUndefined()
    expect(['email', 'name']).toContain(result.current.firstFault)
  })

  it('are gone from a field that was changed since, and from no other', () => {
    const { result } = form(refusal(fault('/email', 'no address'), fault('/name', 'too long')))
    act(() => result.current.set('email', 'ann@acme.example'))
    expect(result.current.text('email').error).toBeUndefined()
    expect(result.current.text('name').error).toBe('too long')
    expect(result.current.firstFault).toBe('name')
    act(() => result.current.set('name', 'A'))
    expect(result.current.firstFault).toBeUndefined()
  })

  it('come back with the next refusal', () => {
    const { result, rerender } = form(refusal(fault('/email', 'no address')))
    act(() => result.current.set('email', 'ann@'))
    rerender({ error: refusal(fault('/email', 'still none')) })
    expect(result.current.text('email').error).toBe('still none')
  })

  it('of an item of a list stand at the list', () => {
    const { result } = form(refusal(fault('/roles/0', 'unknown role')))
    expect(result.current.field('roles').error).toBe('unknown role')
  })

  it('are looked for where the fields stand in the request', () => {
    const error = refusal(fault('/settings/name', 'taken'))
    expect(form(error).result.current.text('name').error).toBeUndefined()
    expect(form(error, '/settings').result.current.text('name').error).toBe('taken')
  })
})

describe('what a form says beside its fields', () => {
  it.each([
    ['nothing while all is well', null, false],
    ['nothing when its fields say it all', refusal(fault('/name', 'taken')), false],
    ['a fault of a field that it does not have', refusal(fault('/code', 'taken')), true],
    ['a fault of the request as a whole', refusal(fault('', 'empty')), true],
    ['a refusal without faults', refusal(), true],
    [
      'the second of two faults of one field',
      refusal(fault('/name', 'a'), fault('/name', 'b')),
      true,
    ],
    ['that there was no answer', new TypeError('network'), true],
  ])('is %s', (_, error, isSaid) => {
    const { formError } = form(error).result.current
    expect(formError === undefined || formError === null).toBe(!isSaid)
    if (isSaid) expect(formError).toBe(error)
  })
})
