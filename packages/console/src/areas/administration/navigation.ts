import type { NavigationEntry } from '../../app/area.ts'
import { may } from '../../me/me.ts'
import { auditPermissions } from './audit/permissions.ts'

const section = 'administration'

export const administrationNavigation: readonly NavigationEntry[] = [
  {
    to: '/first-steps',
    label: 'firstSteps',
    icon: 'check',
    section,
    isFor: (me) => may(me, 'iam:user:write') && may(me, 'iam:role:write'),
  },
  {
    to: '/people',
    label: 'people',
    icon: 'users',
    section,
    isFor: (me) => may(me, 'iam:user:read'),
  },
  {
    to: '/departments',
    label: 'departments',
    icon: 'tree',
    section,
    isFor: (me) => may(me, 'iam:department:read'),
  },
  {
    to: '/roles',
    label: 'roles',
    icon: 'shield',
    section,
    isFor: (me) => may(me, 'iam:role:read'),
  },
  {
    to: '/clients',
    label: 'clients',
    icon: 'plug',
    section,
    isFor: (me) => may(me, 'iam:client:read'),
  },
  {
    to: '/identity-providers',
    label: 'providers',
    icon: 'share',
    section,
    isFor: (me) => may(me, 'iam:federation:read'),
  },
  {
    to: '/branding',
    label: 'branding',
    icon: 'edit',
    section,
    isFor: (me) => may(me, 'iam:branding:read'),
  },
  {
    to: '/sources',
    label: 'sources',
    icon: 'database',
    section,
    isFor: (me) => may(me, 'dms:source:admin'),
  },
  {
    to: '/document-rules',
    label: 'documentRules',
    icon: 'shield',
    section,
    isFor: (me) => may(me, 'dms:document:admin'),
  },
  {
    to: '/tenants',
    label: 'tenants',
    icon: 'building',
    section,
    isFor: (me) => may(me, 'iam:tenant:read'),
  },
  { to: '/keys', label: 'keys', icon: 'key', section, isFor: (me) => may(me, 'iam:key:read') },
  {
    to: '/audit',
    label: 'audit',
    icon: 'list',
    section,
    isFor: (me) => auditPermissions.some((permission) => may(me, permission)),
  },
]
