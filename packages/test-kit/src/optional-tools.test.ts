import { describe, expect, it } from 'vitest'
import {
  findMissingTools,
  findProgram,
  findS3,
  howToGet,
  optionalTools,
  s3OfRun,
  toolTags,
} from './optional-tools.ts'

const s3 = {
  TEST_S3_ENDPOINT: 'http://127.0.0.1:7070',
  TEST_S3_ACCESS_KEY: 'access',
  TEST_S3_SECRET_KEY: 'secret',
}

describe('optional tools', () => {
  it('says how to get the missing one', () => {
    expect(howToGet(['s3'], {}).get('s3')).toContain('TEST_S3_ENDPOINT')
  })

  it('refuses to go on without a tool that must be there', () => {
    const env = { TEST_REQUIRE: 'chromium, s3' }
    expect(() => howToGet(['s3', 'slapd'], env)).toThrow('required here, and missing: s3: start')
    expect(() => howToGet(['s3'], { TEST_REQUIRE: 'chromium' })).not.toThrow()
  })

  it('takes an S3 server only with its keys', () => {
    expect(findS3({ TEST_S3_ENDPOINT: s3.TEST_S3_ENDPOINT })).toBeUndefined()
    expect(findS3(s3)).toEqual({
      endpoint: 'http://127.0.0.1:7070',
      accessKey: 'access',
      secretKey: 'secret',
      region: 'us-east-1',
    })
  })

  it('finds nothing on the search path of a bare machine but what is named', () => {
    const missing = findMissingTools({ PATH: '/nowhere', CHROMIUM_PATH: '/opt/chromium' }, false)
    expect(missing).not.toContain('chromium')
    expect(missing).toEqual(
      expect.arrayContaining(['ffmpeg', 'heif', 'libreoffice', 'poppler', 's3', 's3server']),
    )
  })

  it('counts on a container for the S3 server where Docker answers', () => {
    expect(findMissingTools({ PATH: '/nowhere' }, true)).not.toContain('s3')
  })

  it('takes the program that is named', () => {
    expect(findProgram('slapd', { SLAPD_PATH: '/opt/slapd' })).toBe('/opt/slapd')
  })

  it('hides every tool from a run that plays a bare machine', () => {
    const env = { ...s3, TEST_TOOLS: 'none', CHROMIUM_PATH: '/opt/chromium' }
    expect(findMissingTools(env, false)).toEqual(optionalTools)
    expect(s3OfRun(env).endpoint).toBe('')
  })

  it('hides all but the tools that may be used', () => {
    const env = { ...s3, TEST_TOOLS: 's3,slapd', CHROMIUM_PATH: '/opt/chromium' }
    expect(findMissingTools(env, false)).not.toContain('s3')
    expect(findMissingTools(env, false)).toContain('chromium')
  })

  it('skips the tests of a missing tool alone', () => {
    const skipped = toolTags(['s3']).filter(({ skip }) => skip)
    expect(skipped.map(({ name }) => name)).toEqual(['s3'])
    // A test that needs two tools, one of which is there, is skipped all the same.
    expect(toolTags(['s3']).filter((tag) => 'skip' in tag)).toHaveLength(1)
  })
})
