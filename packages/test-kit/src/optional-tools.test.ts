import { describe, expect, it } from 'vitest'
import {
  findChromium,
  findMissingPreviewTools,
  findS3,
  findSlapd,
  missingTool,
} from './optional-tools.ts'

describe('optional tools', () => {
  it('says how to get the missing one', () => {
    expect(missingTool('s3', {})).toContain('TEST_S3_ENDPOINT')
  })

  it('refuses to go on without a tool that must be there', () => {
    const env = { TEST_REQUIRE: 'chromium, s3' }
    expect(() => missingTool('s3', env)).toThrow('s3 is required here')
    expect(() => missingTool('s3', { TEST_REQUIRE: 'chromium' })).not.toThrow()
  })

  it('takes an S3 server only with its keys', () => {
    const endpoint = { TEST_S3_ENDPOINT: 'http://127.0.0.1:7070' }
    const keys = { TEST_S3_ACCESS_KEY: 'access', TEST_S3_SECRET_KEY: 'secret' }
    expect(findS3(endpoint)).toBeUndefined()
    expect(findS3({ ...endpoint, ...keys })).toEqual({
      endpoint: 'http://127.0.0.1:7070',
      accessKey: 'access',
      secretKey: 'secret',
      region: 'us-east-1',
    })
  })

  it('names the preview tools that are not on the path', () => {
    expect(findMissingPreviewTools({ PATH: '/nowhere' })).toEqual([
      'poppler',
      'ffmpeg',
      'heif',
      'libreoffice',
    ])
  })

  it('takes the Chromium that is named', () => {
    expect(findChromium({ CHROMIUM_PATH: '/opt/chromium' })).toBe('/opt/chromium')
  })

  it('takes the directory server that is named', () => {
    expect(findSlapd({ SLAPD_PATH: '/opt/slapd' })).toBe('/opt/slapd')
  })
})
