import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { may, useMe } from '../../me/me.ts'
import { useBizTypes, type BizType } from '../../shared/biz-types.ts'
import { Icon } from '../../shared/icon.tsx'
import { EmptyState } from '../../shared/page/empty-state.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page } from '../../shared/page/page.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { useTranslation } from '../../text/i18n.ts'
import classes from './start.module.css'

/** The kinds of approval that this person may start. */
export function ChooseTypePage() {
  const { t } = useTranslation('approvals')
  const me = useMe()
  const types = useBizTypes()
  // What its application permits is started there; documents from where they lie, which locks the version.
  const offered = (types.data ?? []).filter(
    ({ start, initiatePermission }) => may(me, initiatePermission) && start === 'open',
  )
  return (
    <Page narrow>
      <PageHeader title={t('start.title')} lead={t('start.lead')} />
      {types.isPending && <BlockSkeleton />}
      {types.isLoadingError && (
        <ErrorState error={types.error} onRetry={() => void types.refetch()} />
      )}
      {types.isSuccess && offered.length === 0 && (
        <EmptyState icon="plus" title={t('start.none')} hint={t('start.noneHint')} />
      )}
      <ul className={classes.types}>
        {offered.map((type) => (
          <li key={type.code}>
            <TypeCard type={type} />
          </li>
        ))}
      </ul>
    </Page>
  )
}

function TypeCard({ type }: { readonly type: BizType }) {
  const { t } = useTranslation('approvals')
  return (
    <Link to="/start/$bizType" params={{ bizType: type.code }} className={classes.type ?? ''}>
      <span className={classes.typeMark}>
        <Icon name="document" />
      </span>
      <span>
        <Text fw={600} component="span" display="block">
          {type.name}
        </Text>
        <Text size="sm" c="var(--console-soft)" component="span">
          {t('start.fields', { count: type.variables.length })}
        </Text>
      </span>
      <Icon name="right" size={18} />
    </Link>
  )
}
