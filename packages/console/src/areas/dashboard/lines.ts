import { useTranslation } from '../../text/i18n.ts'
import {
  resubmittedLink,
  startedLink,
  taskLink,
  waitingLink,
  type Narrowing,
  type Place,
} from './links.ts'
import type { Line } from './trend.tsx'

interface Of {
  readonly narrowing: Narrowing
  readonly mayList: boolean
  /** The step that it is of; all of them when left out. */
  readonly step?: Place
}

/** What people started. */
export function useStarted({ narrowing, mayList }: Of): readonly Line[] {
  const { t } = useTranslation('dashboard')
  return [
    {
      of: 'started',
      name: t('trend.started'),
      type: 'bar',
      color: 'var(--console-accent)',
      ...(mayList ? { linkOf: (point) => startedLink(point, narrowing) } : {}),
    },
  ]
}

/** What was decided, and returned. */
export function useHandled({ narrowing, mayList, step = {} }: Of): readonly Line[] {
  const { t } = useTranslation('dashboard')
  return [
    {
      of: 'decided',
      name: t('trend.decided'),
      type: 'line',
      color: 'var(--console-good)',
      ...(mayList ? { linkOf: (point) => taskLink('decided', point, narrowing, step) } : {}),
    },
    {
      of: 'returned',
      name: t('trend.returned'),
      type: 'line',
      color: 'var(--console-warn)',
      dash: '5 4',
      ...(mayList ? { linkOf: (point) => taskLink('returned', point, narrowing, step) } : {}),
    },
  ]
}

/** What was left at the end, and what was too late. */
export function useLeft({ narrowing, mayList, step = {} }: Of): readonly Line[] {
  const { t } = useTranslation('dashboard')
  return [
    {
      of: 'waiting',
      name: t('trend.waiting'),
      type: 'area',
      color: 'var(--console-accent)',
      ...(mayList ? { linkOf: ({ until }) => waitingLink(step, narrowing, until) } : {}),
    },
    {
      of: 'breached',
      name: t('trend.breached'),
      type: 'bar',
      color: 'var(--console-bad)',
      ...(mayList ? { linkOf: (point) => taskLink('breached', point, narrowing, step) } : {}),
    },
  ]
}

/** How long what was decided took. */
export function useDurations({ narrowing, mayList, step = {} }: Of): readonly Line[] {
  const { t } = useTranslation('dashboard')
  const linkOf = mayList
    ? {
        linkOf: (point: Parameters<NonNullable<Line['linkOf']>>[0]) =>
          taskLink('decided', point, narrowing, step),
      }
    : {}
  return [
    {
      of: 'medianSeconds',
      name: t('trend.median'),
      type: 'line',
      color: 'var(--console-accent)',
      ...linkOf,
    },
    {
      of: 'p90Seconds',
      name: t('trend.p90'),
      type: 'line',
      color: 'var(--console-warn)',
      dash: '5 4',
      ...linkOf,
    },
  ]
}

/** How often approvals came back and were sent on their way again. */
export function useRework({ narrowing, mayList }: Of): readonly Line[] {
  const { t } = useTranslation('dashboard')
  const linkOf = mayList
    ? {
        linkOf: (point: Parameters<NonNullable<Line['linkOf']>>[0]) =>
          resubmittedLink(point, narrowing),
      }
    : {}
  return [
    {
      of: 'resubmitted',
      name: t('trend.resubmitted'),
      type: 'bar',
      color: 'var(--console-warn)',
      ...linkOf,
    },
    {
      of: 'reworked',
      name: t('trend.reworked'),
      type: 'line',
      color: 'var(--console-accent)',
      dash: '5 4',
      ...linkOf,
    },
  ]
}
