import { PLATFORM_PERMISSIONS } from '@countersign/contracts'
import { expect, it } from 'vitest'
import { texts as english } from '../text/en.ts'
import { texts as chinese } from '../text/zh-cn.ts'
import { groupPermissions } from './permission-groups.ts'

it('puts together what is about the same thing, in the order it comes', () => {
  expect(
    groupPermissions(['iam:user:read', 'bpm:task:read', 'iam:user:write', 'iam:role:read']),
  ).toEqual([
    { name: 'iam:user', permissions: ['iam:user:read', 'iam:user:write'] },
    { name: 'bpm:task', permissions: ['bpm:task:read'] },
    { name: 'iam:role', permissions: ['iam:role:read'] },
  ])
})

it('loses no permission of the platform and shows none twice', () => {
  const shown = groupPermissions(PLATFORM_PERMISSIONS).flatMap(({ permissions }) => permissions)
  expect(shown.toSorted()).toEqual(PLATFORM_PERMISSIONS.toSorted())
})

it('leaves a name to each of them beside that of its group', () => {
  for (const { name, permissions } of groupPermissions(PLATFORM_PERMISSIONS)) {
    for (const permission of permissions) {
      expect(permission.slice(name.length + 1), permission).toMatch(/^[a-z]/)
    }
  }
})

it('has words for each of them in both languages', () => {
  for (const { permission } of [english, chinese]) {
    for (const name of PLATFORM_PERMISSIONS) {
      const [service, thing, act] = name.split(':')
      expect(permission.thing, name).toHaveProperty(`${service}_${thing}`)
      expect(permission.act, name).toHaveProperty(String(act))
    }
  }
})
