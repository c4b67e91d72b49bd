import { describe, expect, it } from 'vitest'
import { excludeForMissing, findS3 } from './optional-tools.ts'

const s3 = {
  TEST_S3_ENDPOINT: 'http://127.0.0.1:7070',
  TEST_S3_ACCESS_KEY: 'access',
  TEST_S3_SECRET_KEY: 'secret',
}
const chromium = { CHROMIUM_PATH: '/opt/chromium' }

describe('optional tools', () => {
  it('leaves nothing out where everything is there', () => {
    const lines: string[] = []
    expect(excludeForMissing({ ...s3, ...chromium }, (line) => lines.push(line))).toEqual([])
    expect(lines).toEqual([])
  })

  it('leaves out what needs a missing tool, and says how to get it', () => {
    const lines: string[] = []
    expect(excludeForMissing(chromium, (line) => lines.push(line))).toEqual(['**/*.s3.test.ts'])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('TEST_S3_ENDPOINT')
  })

  it('refuses to go on without a tool that must be there', () => {
    const env = { ...chromium, TEST_REQUIRE: 'chromium, s3' }
    expect(() => excludeForMissing(env, () => undefined)).toThrow('s3 is required here')
  })

  it('takes an S3 server only with its keys', () => {
    expect(findS3({ TEST_S3_ENDPOINT: 'http://127.0.0.1:7070' })).toBeUndefined()
    expect(findS3(s3)).toMatchObject({ endpoint: 'http://127.0.0.1:7070', region: 'us-east-1' })
  })
})
