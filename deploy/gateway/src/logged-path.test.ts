import { expect, it } from 'vitest'
import { loggedPath } from './logged-path.ts'

it.each([
  ['/api/dms/shares/UOWrpVh4SwF4tKffW3NNXYN', '/api/dms/shares/{token}'],
  ['/api/dms/shares/UOWrpVh4SwF4tKffW3NNXYN/content?part=1', '/api/dms/shares/{token}/content'],
  ['/API/dms/Shares/UOWrpVh4SwF4tKffW3NNXYN/unlock', '/API/dms/Shares/{token}/unlock'],
  ['/api/dms/temporary/UOWrpVh4SwF4tKffW3NNXYN', '/api/dms/temporary/{token}'],
  ['/console/shared/UOWrpVh4SwF4tKffW3NNXYN', '/console/shared/{token}'],
  ['/api/dms/%73hares/UOWrpVh4SwF4tKffW3NNXYN', '/api/dms/shares/{token}'],
  ['/api/dms/%zz', '/api/dms/%zz'],
  ['/api/dms/documents/1/shares/2', '/api/dms/documents/1/shares/2'],
  ['/signin/callback?code=secret', '/signin/callback'],
])('[DMS-14] logs %s as %s', (target, logged) => {
  expect(loggedPath(target)).toBe(logged)
})
