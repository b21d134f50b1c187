import { PageHeader } from '../../components/page-header.tsx'

export const PlanPage = () => <PageHeader title="Plan and desk" />
