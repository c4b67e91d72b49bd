import { expect, it } from 'vitest'
import { findAddressFault } from './address-fault.ts'

it.each([
  ['https://expense.example/callback', undefined],
  ['https://expense.example/callback?a=b', undefined],
  ['http://localhost:8085/callback', undefined],
  ['http://127.0.0.1/callback', undefined],
  ['http://[::1]:80/', undefined],
  ['expense.example/callback', 'form'],
  ['https://', 'form'],
  ['https://expense.example/call back', 'form'],
  ['https://expense.example\\callback', 'form'],
  ['https://expense.example/#callback', 'fragment'],
  ['https://*.example/callback', 'wildcard'],
  ['https://ann:secret@expense.example/', 'password'],
  ['http://expense.example/callback', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['com.example.app:/callback', 'scheme'],
])('of %s it says %s', (address, fault) => {
  expect(findAddressFault(address, false)).toBe(fault)
})

it.each([
  ['http://127.0.0.1/callback', undefined],
  ['https://agent.example/callback', undefined],
  ['http://localhost/callback', 'loopback'],
  ['https://127.0.0.1/callback', 'loopback'],
])('of %s for an agent it says %s', (address, fault) => {
  expect(findAddressFault(address, true)).toBe(fault)
})
