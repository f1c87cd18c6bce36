/** The name of the script that starts an extracted Chromium. */
export const startScriptName = 'start-chromium';

/**
 * A script, so that callers only need the path of one program. It prefers the system's libraries to the package's,
 * which need a newer libc than some systems have.
 */
export const startScript = `#!/bin/sh
# Starts the Chromium beside it, with fonts and libraries that a small system may lack.
here=$(dirname "$(readlink -f "$0")")
export FONTCONFIG_FILE="$here/fonts.conf"
if LD_TRACE_LOADED_OBJECTS=1 "$here/chromium" | grep -q 'not found'; then
  export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
fi
exec "$here/chromium" "$@"
`;

/** The fonts of the system, or those of the package if there are none. The package's own file looks only in /tmp. */
export const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
