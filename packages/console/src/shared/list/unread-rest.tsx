import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from '../../text/i18n.ts'
import { ErrorCode } from '../page/error-state.tsx'

/** Rows of a list that could not be read. */
export interface Rest {
  readonly error: unknown
  readonly isLoading: boolean
  readonly retry: () => void
}

/** Says below the rows that there are more. */
export function UnreadRest({ rest }: { readonly rest: Rest }) {
  const { t } = useTranslation('common')
  return (
    <Group role="alert" px="sm" py="xs" gap="sm">
      <Text size="sm">{t('table.restUnread')}</Text>
      <ErrorCode error={rest.error} />
      <Button size="xs" variant="default" loading={rest.isLoading} onClick={rest.retry}>
        {t('action.retry')}
      </Button>
    </Group>
  )
}
