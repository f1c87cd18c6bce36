/** Ids of requirements or gaps, each as a link. */
export function AddressLinks({ ids }: { readonly ids: readonly string[] }) {
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
