import { Signal } from './signal.tsx'

export const UserStatus = ({ status }: { status: 'active' | 'inactive' }) => (
  <Signal tone={status === 'active' ? 'good' : 'none'}>{status === 'active' ? 'Active' : 'Inactive'}</Signal>
)
