import { PageHeader } from '../../components/page-header.tsx'

export const ProfilePage = () => <PageHeader title="Profile" />
