import { CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMe } from '../../../me/me.ts'
import { dropEmpty } from '../../../shared/form/drop-empty.ts'
import { useSearchText } from '../../../shared/form/use-search-text.ts'
import { useNames } from '../../../shared/people/people.ts'
import { PersonField } from '../../../shared/people/people-field.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from './audit.module.css'
import { sources } from './permissions.ts'
import { periods, results, type AuditSearch } from './search.ts'
import { mayReadSource } from './use-audit.ts'
import { useActionWords } from './words.ts'

const route = getRouteApi('/audit')

export type ChangeSearch = (next: {
  [K in keyof AuditSearch]?: AuditSearch[K] | undefined
}) => void

export function useChangeSearch(): ChangeSearch {
  const navigate = route.useNavigate()
  return (next) =>
    void navigate({ search: (before) => dropEmpty({ ...before, ...next }), replace: true })
}

/** Person, text, result, source and time; the address keeps them. */
export function AuditFilters({ search }: { readonly search: AuditSearch }) {
  const { t } = useTranslation('audit')
  const change = useChangeSearch()
  const me = useMe()
  const { person } = search
  const nameOf = useNames([person ?? null])
  const text = useSearchText(search.q ?? '', (q) => change({ q }))
  return (
    <search className={classes.filters}>
      <PersonField
        label={t('filter.person')}
        value={person === undefined ? null : { id: person, name: nameOf(person) }}
        onChange={(chosen) => change({ person: chosen?.id })}
      />
      <TextInput {...text} type="search" label={t('filter.text')} maxLength={200} />
      <NativeSelect
        label={t('filter.result')}
        data={[
          { value: '', label: t('filter.anyResult') },
          ...results.map((value) => ({ value, label: t(`result.${value}`) })),
        ]}
        value={search.result ?? ''}
        onChange={({ currentTarget }) =>
          change({ result: results.find((known) => known === currentTarget.value) })
        }
      />
      <NativeSelect
        label={t('filter.source')}
        data={[
          { value: '', label: t('filter.anySource') },
          ...sources
            .filter((source) => mayReadSource(me, source))
            .map((value) => ({ value, label: t(`source.${value}`) })),
        ]}
        value={search.source ?? ''}
        onChange={({ currentTarget }) =>
          change({ source: sources.find((known) => known === currentTarget.value) })
        }
      />
      <Period search={search} />
      <Narrowed search={search} />
    </search>
  )
}

function Period({ search }: { readonly search: AuditSearch }) {
  const { t } = useTranslation('audit')
  const change = useChangeSearch()
  const isOwn = search.from !== undefined || search.to !== undefined
  const choose = (value: string) =>
    value === 'own'
      ? change({ from: dayOf(search.days ?? 30), to: dayOf(0), days: undefined })
      : change({ days: Number(value), from: undefined, to: undefined })
  return (
    <>
      <NativeSelect
        label={t('filter.period')}
        data={[
          ...periods.map((days) => ({ value: String(days), label: t(`period.${days}`) })),
          { value: '0', label: t('period.all') },
          { value: 'own', label: t('period.own') },
        ]}
        value={isOwn ? 'own' : String(search.days ?? 30)}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {isOwn &&
        (['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            label={t(`filter.${end}`)}
            value={search[end] ?? ''}
            onChange={({ currentTarget }) => change({ [end]: currentTarget.value })}
          />
        ))}
    </>
  )
}

/** So many days ago where the reader is, as 2026-01-31. */
function dayOf(ago: number): string {
  const now = new Date()
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** What an entry was asked to narrow the list by, each with a way to let it go. */
function Narrowed({ search }: { readonly search: AuditSearch }) {
  const { t } = useTranslation('audit')
  const change = useChangeSearch()
  const wordsOf = useActionWords()
  const { object, action } = search
  const nameOf = useNames([object ?? null])
  const shown = [
    ...(object === undefined
      ? []
      : [['object', t('filter.object', { object: nameOf(object) })] as const]),
    ...(action === undefined
      ? []
      : [['action', t('filter.action', { action: wordOf(action, wordsOf) })] as const]),
  ]
  if (shown.length === 0) return null
  return (
    <ul className={classes.narrowed}>
      {shown.map(([name, label]) => (
        <li key={name}>
          {label}
          <CloseButton
            size="sm"
            aria-label={t('filter.remove', { filter: label })}
            onClick={() => change({ [name]: undefined })}
          />
        </li>
      ))}
    </ul>
  )
}

/** The words of an action of any source: no two have one name in common. */
function wordOf(action: string, wordsOf: ReturnType<typeof useActionWords>): string {
  const words = sources.map((source) => wordsOf({ source, action }))
  return words.find((word) => word !== action) ?? action
}
