import { ActionIcon, Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { isNarrowed, type InboxSearch } from '../search.ts'
import { asksTheSame, toFilter, toSearch } from './filter.ts'
import { mostFilters, type Filter } from './queries.ts'
import classes from './saved-filters.module.css'
import { useSavedFilters } from './use-saved-filters.ts'

/** What the inbox is often narrowed to, under names, one press away. */
export function SavedFilters({ search }: { readonly search: InboxSearch }) {
  const { t } = useTranslation('inbox')
  const { items = [], save, remove, isSaving } = useSavedFilters()
  const bar = useRef<HTMLElement>(null)
  const now = toFilter('', search)
  const isSaved = items.some((item) => asksTheSame(item, now))
  const maySave = isNarrowed(search) && !isSaved && items.length < mostFilters
  if (items.length === 0 && !maySave) return null
  return (
    <nav ref={bar} tabIndex={-1} className={classes.bar} aria-label={t('saved.label')}>
      {items.map((item) => (
        <Chip
          key={item.name}
          filter={item}
          isCurrent={asksTheSame(item, now)}
          // Its button is gone then.
          onRemove={() => remove(item, () => bar.current?.focus())}
        />
      ))}
      {maySave && (
        <SaveFilter
          isSaving={isSaving}
          onSave={async (name) => {
            await save(toFilter(name, search))
            bar.current?.focus()
          }}
        />
      )}
    </nav>
  )
}

function Chip(props: {
  readonly filter: Filter
  readonly isCurrent: boolean
  readonly onRemove: () => void
}) {
  const { t } = useTranslation('inbox')
  const { filter, isCurrent } = props
  const { name } = filter
  return (
    <span className={classes.chip} data-current={isCurrent || undefined}>
      <Link to="/inbox" search={toSearch(filter)} aria-current={isCurrent ? 'page' : undefined}>
        <bdi>{name}</bdi>
      </Link>
      {isCurrent && (
        <ActionIcon
          variant="subtle"
          size={24}
          aria-label={t('saved.remove', { name })}
          title={t('saved.remove', { name })}
          onClick={props.onRemove}
        >
          <Icon name="cross" size={14} />
        </ActionIcon>
      )}
    </span>
  )
}

/** A button, and once it is pressed a field for the name. */
function SaveFilter(props: {
  readonly isSaving: boolean
  readonly onSave: (name: string) => Promise<void>
}) {
  const { t } = useTranslation('inbox')
  const [name, setName] = useState<string>()
  if (name === undefined) {
    return (
      <Button variant="subtle" size="xs" onClick={() => setName('')}>
        {t('saved.save')}
      </Button>
    )
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        // What went wrong is said in the corner, and the name stays for another try.
        if (name.trim() !== '') void props.onSave(name.trim()).catch(() => undefined)
      }}
    >
      <TextInput
        ref={(field) => {
          if (field !== null && name === '') field.focus()
        }}
        size="xs"
        required
        maxLength={60}
        aria-label={t('saved.name')}
        placeholder={t('saved.name')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={({ key, nativeEvent }) => {
          // While an input method is at work, Escape is its key.
          if (key === 'Escape' && !nativeEvent.isComposing) setName(undefined)
        }}
      />
      <Button type="submit" size="xs" loading={props.isSaving}>
        {t('common:action.save')}
      </Button>
      <Button variant="default" size="xs" onClick={() => setName(undefined)}>
        {t('common:action.cancel')}
      </Button>
    </form>
  )
}
