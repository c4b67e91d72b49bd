import { useDatabase } from '@countersign/test-kit/database'
import { findFreePort } from '@countersign/test-kit/ports'
import { expect, it, onTestFinished } from 'vitest'
import { createPool } from './pool.ts'

async function place() {
  const { url } = await useDatabase({ migrations: new URL('../migrations/', import.meta.url) })
  return new URL(url)
}

const opened = (url: string) => {
  const pool = createPool(url, { max: 2 })
  onTestFinished(() => pool.end())
  return async (statement: string): Promise<unknown> => {
    const client = await pool.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      client.release()
    }
  }
}

it('connects to the next host when nobody listens at the first', async () => {
  const url = await place()
  const nobody = `${url.hostname}:${await findFreePort()}`
  const several = url.href.replace(url.host, `${nobody},${url.host}`)
  const ask = opened(`${several}${url.search === '' ? '?' : '&'}target_session_attrs=read-write`)
  const answers = await Promise.all([1, 2, 3].map(() => ask('select 1 as one')))
  expect(answers).toEqual([1, 2, 3].map(() => [{ one: 1 }]))
})

it('passes over a server that takes no writes, and says so when there is no other', async () => {
  const url = await place()
  const reader = new URL(url)
  reader.searchParams.set('options', '-c default_transaction_read_only=on')
  const both = url.href.replace(url.host, `${url.host},${url.host}`)
  expect(await opened(both)('show transaction_read_only')).toEqual([
    { transaction_read_only: 'off' },
  ])
  const readers = reader.href.replace(url.host, `${url.host},${url.host}`)
  await expect(opened(readers)('select 1')).rejects.toThrow('takes no writes')
})

it('an address with one host is taken as it is', async () => {
  expect(await opened((await place()).href)('select 1 as one')).toEqual([{ one: 1 }])
})
