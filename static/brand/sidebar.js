/* Before Django's script: the sidebar is closed until somebody opens it, since lists need its width. */
if (localStorage.getItem('django.admin.navSidebarIsOpen') === null) {
  localStorage.setItem('django.admin.navSidebarIsOpen', 'false');
}
