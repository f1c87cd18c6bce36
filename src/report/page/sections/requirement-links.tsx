/** Ids of requirements, each a way to its row. */
export function RequirementLinks({ ids }: { readonly ids: readonly string[] }) {
  return (
    <ul class="ids">
      {ids.map((id) => (
        <li key={id}>
          <a href={`#${id}`}>{id}</a>
        </li>
      ))}
    </ul>
  );
}
