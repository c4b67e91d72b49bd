import { describe, expect, it } from 'vitest'
import { createRoute, readHosts } from './hosts.ts'

describe('readHosts', () => {
  it('reads several hosts, with and without a port, as libpq does', () => {
    const url =
      'postgresql://bpm:p%40ss@db1:5432,db2,[::1]:5433/bpm?target_session_attrs=read-write'
    expect(readHosts(`${url}&sslmode=require&prepared_statements=false`)).toEqual({
      urls: [
        'postgresql://bpm:p%40ss@db1:5432/bpm?sslmode=require&prepared_statements=false',
        'postgresql://bpm:p%40ss@db2/bpm?sslmode=require&prepared_statements=false',
        'postgresql://bpm:p%40ss@[::1]:5433/bpm?sslmode=require&prepared_statements=false',
      ],
      writableOnly: true,
      doubtAfterMs: 4_000,
    })
  })

  it.each([
    ['postgres://u:p@h:1/d', true],
    ['postgres://u:p@h:1/d?target_session_attrs=primary', true],
    ['postgres://u:p@h:1/d?target_session_attrs=any', false],
  ])('keeps %s to one host', (url, writableOnly) => {
    const urls = ['postgres://u:p@h:1/d']
    expect(readHosts(url)).toEqual({ urls, writableOnly, doubtAfterMs: 15_000 })
  })

  it.each([
    ['postgres://u:p@a,b/d?silent_seconds=30', 30_000],
    ['postgres://u:p@a/d?silent_seconds=0', 0],
  ])('reads how long a server of %s may be silent', (url, doubtAfterMs) => {
    const { urls, ...read } = readHosts(url)
    expect(read).toEqual({ writableOnly: true, doubtAfterMs })
    expect(urls[0]).toBe('postgres://u:p@a/d')
  })

  it('refuses a silence that is no number', () => {
    expect(() => readHosts('postgres://a/d?silent_seconds=5s')).toThrow('a number of seconds')
  })

  it('leaves an address of a socket as it is', () => {
    const url = 'socket:/run/postgresql?db=bpm'
    expect(readHosts(url)).toEqual({ urls: [url], writableOnly: true, doubtAfterMs: 15_000 })
  })

  it.each(['standby', 'read-only', 'prefer-standby', 'master'])('refuses %s', (wanted) => {
    const url = `postgres://u:p@a,b/d?target_session_attrs=${wanted}`
    expect(() => readHosts(url)).toThrow('must be read-write, primary or any')
  })
})

it('stays at a host until it is left, goes round, and is not moved twice by two who leave one', () => {
  const route = createRoute({ urls: ['a', 'b'] })
  route.leave('a')
  route.leave('a')
  expect(route.current()).toBe('b')
  route.leave('b')
  expect(route.current()).toBe('a')
})
