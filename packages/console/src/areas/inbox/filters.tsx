import { NativeSelect, Switch, TextInput } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { useBizTypes } from '../../shared/biz-types.ts'
import { useSearchText } from '../../shared/form/use-search-text.ts'
import { Icon } from '../../shared/icon.tsx'
import { useTranslation } from '../../text/i18n.ts'
import classes from './inbox.module.css'

interface Common {
  readonly q?: string | undefined
  readonly bizType?: string | undefined
}

/** Search and business type, and what else a list can be narrowed by (`children`). */
export function Filters(props: {
  readonly value: Common
  readonly onChange: (change: { q?: string | undefined; bizType?: string | undefined }) => void
  readonly searchRef: RefObject<HTMLInputElement | null>
  /** Leads from the search to what it found. */
  readonly onEnter: () => void
  readonly children?: ReactNode
}) {
  const { t } = useTranslation('inbox')
  const { data: types } = useBizTypes()
  const search = useSearchText(props.value.q ?? '', (text) => {
    props.onChange({ q: text === '' ? undefined : text })
  })
  return (
    <search className={classes.filters}>
      <TextInput
        ref={props.searchRef}
        className={classes.search ?? ''}
        type="search"
        aria-label={t('filter.search')}
        placeholder={t('filter.search')}
        leftSection={<Icon name="search" size={16} />}
        maxLength={200}
        onKeyDown={(event) => {
          // These keys are the input method's then.
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') event.currentTarget.blur()
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return
          event.preventDefault()
          event.currentTarget.blur()
          props.onEnter()
        }}
        {...search}
      />
      <NativeSelect
        aria-label={t('filter.bizType')}
        data={[
          { value: '', label: t('filter.allTypes') },
          ...(types ?? []).map(({ code, name }) => ({ value: code, label: name })),
        ]}
        value={props.value.bizType ?? ''}
        onChange={({ currentTarget }) =>
          props.onChange({ bizType: currentTarget.value === '' ? undefined : currentTarget.value })
        }
        w={190}
      />
      {props.children}
    </search>
  )
}

export function OverdueSwitch(props: {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  const { t } = useTranslation('inbox')
  return (
    <Switch
      className={classes.overdue ?? ''}
      label={t('filter.overdue')}
      checked={props.checked}
      onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
    />
  )
}
