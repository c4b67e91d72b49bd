import type { NavigationEntry } from '../app/area.ts'
import { administrationNavigation } from './administration/navigation.ts'
import { accountNavigation } from './account/navigation.ts'
import { applicationNavigation } from './applications/navigation.ts'
import { approvalNavigation } from './approvals/navigation.ts'
import { dashboardNavigation } from './dashboard/navigation.ts'
import { delegationNavigation } from './delegation/navigation.ts'
import { designerNavigation } from './designer/navigation.ts'
import { documentsNavigation } from './documents/navigation.ts'
import { incidentNavigation } from './incidents/navigation.ts'
import { allApprovalsNavigation, inboxNavigation } from './inbox/navigation.ts'

/** Everything the navigation can offer, in its order. Each area adds its own entries. */
export const navigation: readonly NavigationEntry[] = [
  ...inboxNavigation,
  ...approvalNavigation,
  ...delegationNavigation,
  ...documentsNavigation,
  ...designerNavigation,
  ...applicationNavigation,
  ...dashboardNavigation,
  ...allApprovalsNavigation,
  ...incidentNavigation,
  ...administrationNavigation,
]

/** What stands in the menu of the account. */
export const accountEntries: readonly Pick<NavigationEntry, 'to' | 'label' | 'icon'>[] =
  accountNavigation
